import { disk } from './ledger/full-disk.ts'
import { killedDatabase } from './ledger/killed-database.ts'
import { killedServer } from './ledger/killed-server.ts'
import type { Trial, Verdict } from './ledger/trial.ts'
import { twoClocks } from './ledger/two-clocks.ts'

/**
 * `npm run ledger [-- WORDS …]`: whatever happens to servers, their database or their disk while clients work, nothing
 * that was acknowledged is lost, and nothing is done twice. Words choose trials by their names.
 */
const trials: readonly Trial[] = [killedServer, killedDatabase, disk, twoClocks]

const wanted = process.argv.slice(2)
let failures = 0
for (const { name, run } of trials.filter(
  (one) => wanted.length === 0 || wanted.some((word) => one.name.includes(word)),
)) {
  const startedAt = performance.now()
  const { counts, faults } = await run().catch(
    (error: unknown): Verdict => ({ counts: {}, faults: [`It did not come to its end: ${String(error)}`] }),
  )
  failures += faults.length
  const lines = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  console.log(`${name} (${Math.round((performance.now() - startedAt) / 1000)} s): ${lines.join(', ')}`)
  for (const fault of faults) console.log(`    ✗ ${fault}`)
}
console.log(failures === 0 ? 'Nothing lost, nothing twice.' : `${failures} faults.`)
process.exit(failures === 0 ? 0 : 1)
