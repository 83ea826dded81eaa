// A thread that has gone to sleep takes 30 to 50 us to wake, and a step of a quick bundle wakes two of them. So who
// expects an answer at once looks for it a little while before it sleeps: its event loop turns, and everything else that
// comes is handled as ever.

// Captured: in the Worker a bundle may change them.
const later = setImmediate;
const now = performance.now.bind(performance);

export function keepAwake(isWaiting: () => boolean, ms: number): void {
  const until = now() + ms;
  const look = () => {
    if (isWaiting() && now() < until) later(look);
  };
  later(look);
}
