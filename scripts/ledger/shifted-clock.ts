/** Loaded before a server, by `node --import`: its clock is ahead of the machine's. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS)

globalThis.Date = new Proxy(Date, {
  construct: (real, parts, target) =>
    Reflect.construct(real, parts.length === 0 ? [real.now() + aheadMs] : parts, target),
  apply: () => new Date().toString(),
  get: (real, name) => (name === 'now' ? () => real.now() + aheadMs : Reflect.get(real, name)),
})
