import { parseArgs } from 'node:util'
import { driveToEnd } from './random/drive.ts'

/**
 * Plays many random processes to their end: `npm run node -- packages/engine/src/testing/soak.ts --seeds 10000 --from 1`. Prints the
 * seeds that fail, with the reason, and ends with 1 when there are any.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' } },
})
const first = Number(values.from)
const count = Number(values.seeds)
const entered = new Map<string, number>()
let steps = 0
let failed = 0

for (let seed = first; seed < first + count; seed++) {
  try {
    const course = driveToEnd(seed)
    steps += course.steps
    for (const kind of course.entered) entered.set(kind, (entered.get(kind) ?? 0) + 1)
  } catch (error) {
    failed++
    console.log(error instanceof Error ? error.message.slice(0, 2000) : error)
  }
}

console.log(
  [...entered]
    .map(([kind, times]) => `${kind} ${times}`)
    .sort()
    .join(', '),
)
console.log(
  `${count - failed} of ${count} processes ended after ${steps} steps, ${failed} failed (seeds ${first} to ${first + count - 1})`,
)
process.exitCode = failed === 0 ? 0 : 1
