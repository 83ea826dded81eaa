export { type Drive, type Driven, driveWorkflow, type Flow } from "./drive-workflow.ts";
export type { Answers, Asked } from "./find-answer.ts";
export {
  approved,
  denied,
  errorReceipt,
  faultReceipt,
  okReceipt,
  timeoutReceipt,
  unknownReceipt,
} from "./receipts.ts";
