/** A clock that only changes when a test advances it. Call it to get the time. */
export interface FakeClock {
  (): Date
  /** Moves on. */
  advance(duration: { days?: number; hours?: number; minutes?: number; seconds?: number; milliseconds?: number }): void
  set(time: Date | string): void
}

export function createFakeClock(start: Date | string = '2030-01-07T09:00:00Z'): FakeClock {
  let now = new Date(start).getTime()
  const clock = () => new Date(now)
  return Object.assign(clock, {
    advance: ({
      days = 0,
      hours = 0,
      minutes = 0,
      seconds = 0,
      milliseconds = 0,
    }: Parameters<FakeClock['advance']>[0]) => {
      const total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
      if (total < 0) throw new Error('Expected a clock to move on, but it was asked to go back.')
      now += total
    },
    set: (time: Date | string) => {
      now = new Date(time).getTime()
    },
  })
}
