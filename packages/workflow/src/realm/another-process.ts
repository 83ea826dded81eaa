// Inside the Worker of a simulation: the process looks like another one, days later. Code that shows the time, the day or
// the process id is then seen to.

export function seemAnotherProcess(shiftMs: number): void {
  const real = Date;
  const now = () => real.now() + shiftMs;
  globalThis.Date = new Proxy(real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new real(now()).toString(),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
  const pid = process.pid + (shiftMs % 9973) + 1;
  Object.defineProperty(process, "pid", { value: pid, configurable: true });
}
