export { type Drive, type Driven, driveWorkflow, type Flow } from "./drive-workflow.ts";
