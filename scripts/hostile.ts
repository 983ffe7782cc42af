import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Attacker, Ending } from './hostile/attack.ts'
import { attacks } from './hostile/attacks/index.ts'
import { createAttacker, sendOver } from './hostile/clients.ts'
import { deployAndStart, oneActivity } from './hostile/models.ts'
import { workOrdinarily } from './hostile/ordinary-work.ts'
import { type Memory, startTarget, type Target } from './hostile/target.ts'
import type { Waits } from './hostile/watch.ts'
import { meetOthers, type Felt as Others } from './hostile/watch-others.ts'

/**
 * `npm run hostile [-- WORDS …]`: attacks a server of its own, one attack after the other, and tells what somebody of
 * another workplace felt meanwhile. Words choose attacks by their names.
 */
const goals = { health: 100, tasks: 300, end: 10_000 }
/** Long enough that a hundredth of the calls is more than one of 180, which are made every 25 ms. */
const minMs = 4500
/** How long memory may take to come back. */
const memoryMs = 45_000
/** How long a thread of the pool stays when nothing is to be done, and a little more. */
const idleThreadMs = 35_000
/** What a thread of the pool that has nothing to do takes: 31 to 40 MB of its heap and of the C library, measured. */
const megabytesOfThread = 40

const wanted = process.argv.slice(2)
const target = await startTarget()
const others = meetOthers(target)
// The server under attack is a process of its own, which would go on with what it was given.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void target.stop().finally(() => process.exit(130)))
const admin = { username: 'admin', password: target.password }
const chosen = attacks.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
let failures = 0
try {
  const { workplace, username, password } = target.worker
  const attacker = createAttacker(sendOver(target.url), {
    url: target.url,
    attacker: admin,
    neighbour: { username: `${workplace}/${username}`, password },
    program: target.program,
    designer: target.designer,
    keeper: target.keeper,
    log: target.log,
  })
  const felt = async (work: () => Promise<Ending>) => {
    const since = Date.now()
    const end = others.watch()
    const [ending] = await Promise.all([work(), sleep(minMs)])
    return { ending, ...(await end()), turn: target.longestTurn(since) }
  }

  await workOrdinarily(attacker)
  const quiet = await felt(async () => ({ end: '-', ms: 0 }))
  // Of a server that has worked, and has one thread left: whether a second one was still there made a difference of a
  // tenth. All attacks are measured by it, not by what the attack before has left: else each could leave a tenth of its
  // own.
  await sleep(idleThreadMs)
  const usual = await readIfRuns(target)
  console.log(
    `p99 / longest wait in ms, goals: health ${goals.health}, task list ${goals.tasks}; longest turn of the loop in ms of processor time`,
  )
  console.log(`${line('nothing at all', quiet)}  ${describeMemory(usual)}`)
  for (const attack of chosen) {
    const waits = await felt(() => attack.run(attacker).catch(describe))
    const { ending, health, tasks } = waits
    const after = await memoryAfter(target, usual)
    const faults = listFaults(attack, ending, { health, tasks, usual, after })
    failures += faults.length === 0 ? 0 : 1
    console.log(
      `${line(attack.name, waits)}  ${describeMemory(after)}  ${ending.end} after ${Math.round(ending.ms)} ms`,
    )
    if (ending.sentence !== undefined) console.log(`    “${ending.sentence.slice(0, 200)}”`)
    for (const fault of faults) console.log(`    ✗ ${fault}`)
    if (target.hasEnded()) break
  }
  if (!(await reportMemory(target, usual))) failures += 1
  if (!(await reportEnd(target, attacker))) failures += 1
} finally {
  await others.close()
  await target.stop()
}
console.log(failures === 0 ? 'All held.' : `${failures} of ${chosen.length + 2} did not hold.`)
process.exit(failures === 0 ? 0 : 1)

function describe(error: unknown): Ending {
  return { end: `no answer (${error instanceof Error ? error.message : String(error)})`, ms: 0 }
}

interface Heard extends Others {
  readonly turn: number
}

function line(name: string, { health, tasks, turn }: Heard): string {
  const show = ({ p99, longest }: Waits) => `${Math.round(p99)} / ${Math.round(longest)}`.padStart(13)
  return `${name.padEnd(90)} health ${show(health)}  tasks ${show(tasks)}  turn ${String(Math.round(turn)).padStart(4)}`
}

interface Felt extends Others {
  readonly usual: Memory | null
  readonly after: Memory | null
}

/**
 * Returns whether memory is what it was, within a tenth. Threads of an attack stay for a while, and are not waited for each
 * time: what they leave behind is found at the end, when they are gone.
 */
function isBack(now: Memory | null, before: Memory | null): boolean {
  if (now === null || before === null) return true
  const ofThreads = Math.max(0, now.threads - before.threads) * megabytesOfThread
  return now.resident <= before.resident * 1.1 + ofThreads
}

function describeMemory(memory: Memory | null): string {
  if (memory === null) return '? MB'
  const { resident, heapUsed, heapTotal, external, threads } = memory
  return `${resident} MB (heap ${heapUsed} of ${heapTotal}, outside ${external}, threads ${threads})`
}

function listFaults({ ends, within }: Attack, { end, ms }: Ending, { health, tasks, usual, after }: Felt): string[] {
  return [
    ends.includes(end) ? null : `Expected it to end as ${ends.join(' or ')}, but: ${end}.`,
    ms <= within ? null : `Expected it to end within ${within} ms, but it took ${Math.round(ms)}.`,
    health.p99 <= goals.health ? null : `Expected health to answer within ${goals.health} ms.`,
    tasks.p99 <= goals.tasks ? null : `Expected the task list within ${goals.tasks} ms.`,
    isBack(after, usual) ? null : `Expected its memory to come back to ${usual?.resident} MB, within a tenth.`,
  ].filter((fault) => fault !== null)
}

async function readIfRuns(server: Target): Promise<Memory | null> {
  return server.hasEnded() ? null : server.memory()
}

/** Returns the memory after an attack: as soon as it is within a tenth of the earlier value, otherwise at the end. */
async function memoryAfter(server: Target, before: Memory | null): Promise<Memory | null> {
  const end = performance.now() + memoryMs
  let now = await readIfRuns(server)
  while (!isBack(now, before) && performance.now() < end) {
    await sleep(1000)
    now = await readIfRuns(server)
  }
  return now
}

/**
 * Waits until the threads of all attacks are gone.
 *
 * @returns whether memory is what it was before the first attack, within a tenth.
 */
async function reportMemory(server: Target, usual: Memory | null): Promise<boolean> {
  await sleep(idleThreadMs)
  const last = await readIfRuns(server)
  if (last === null || usual === null) return true
  console.log(`memory when all threads of attacks are gone: ${describeMemory(last)}`)
  const isWithin = last.resident <= usual.resident * 1.1
  if (!isWithin) console.log(`    ✗ Expected its memory to come back to ${usual.resident} MB, within a tenth.`)
  return isWithin
}

/**
 * Ends the server, which has to end soon.
 * @returns whether it did.
 */
async function reportEnd(server: Target, attacker: Attacker): Promise<boolean> {
  const script =
    '<scriptTask id="step" camunda:asyncBefore="true" scriptFormat="javascript"><script>while (true);</script></scriptTask>'
  for (let time = 0; time < 20; time++) await deployAndStart(attacker, 'burning', oneActivity('burning', script))
  await sleep(500)
  const startedAt = performance.now()
  await server.stop()
  const ms = Math.round(performance.now() - startedAt)
  console.log(`SIGTERM while scripts run without end: ended after ${ms} ms`)
  if (ms > goals.end) console.log(`    ✗ Expected it to end within ${goals.end} ms.`)
  return ms <= goals.end
}
