import type { Command } from '../../commands/command.ts'
import type { MigrationInstruction } from '../../commands/migration-plan.ts'
import { generatePlan } from '../../steps/migration/generate-plan.ts'
import type { Scenario } from '../scenario.ts'
import { createProcess } from './create-process.ts'
import { chooseCommand, createDriven, endlessAfter, isUncaught } from './drive.ts'
import { createRandom, type Random } from './random.ts'
import { undoLast } from './undo.ts'

/** The numbers of migrations of a seed that were carried out, refused and undone. */
export interface Migrated {
  readonly done: number
  readonly refused: number
  /** Of those that were done. */
  readonly undone: number
}

/**
 * Runs the process of a seed, and migrates it on the way to versions of itself with other element ids, by a plan that
 * may lack some elements. A migration is either refused without changes, or the instance continues in the new version
 * to the same end.
 *
 * @throws Error with the seed when that does not hold.
 */
export function migrateToEnd(seed: number): Migrated {
  try {
    return play(seed)
  } catch (error) {
    throw new Error(`Seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const ends = ['Two', 'Three', 'Four']

function play(seed: number): Migrated {
  const random = createRandom(seed ^ 0x316)
  const undoing = createRandom(seed ^ 0xbac)
  const { files, start } = createProcess(seed)
  const [main = '', ...others] = files
  const renamed = ends.map((end) => rename(random, main, end))
  const scenario = createDriven({ files: [main, ...renamed.map(({ file }) => file), ...others], start })
  const migrated = { done: 0, refused: 0, undone: 0 }
  let version = 0
  for (let steps = 0; !scenario.isEnded(); steps++) {
    if (steps > endlessAfter) throw new Error(`Expected an end, but it goes on: ${scenario.active().join(', ')}`)
    if (version < ends.length && random.chance(0.3)) {
      const { rows } = scenario
      const outcome = migrate(random, scenario, version, renamed)
      migrated[outcome] += 1
      const isUndone = outcome === 'done' && undoing.chance(0.4) && undoLast(scenario, 'migration', rows)
      if (isUndone) migrated.undone += 1
      else if (outcome === 'done') version += 1
      continue
    }
    const command = chooseCommand(random, scenario, steps > 60)
    if (command === null) throw new Error(`Expected an end, but nothing can be done: ${scenario.active().join(', ')}`)
    const outcome = scenario.do(command)
    if (outcome.kind !== 'done' && !isUncaught(outcome))
      throw new Error(`Expected each command to be carried out, but ${command.type}: ${JSON.stringify(outcome)}`)
  }
  return migrated
}

interface Renamed {
  readonly file: string
  /** From the ids of the first version. */
  readonly names: ReadonlyMap<string, string>
}

/** Some elements, the larger part not, have other ids in a version. Flows keep theirs. */
function rename(random: Random, file: string, end: string): Renamed {
  const ids = [...file.matchAll(/<(?:\w+:)?\w*(?:[tT]ask|Activity|Process|Event|Gateway) id="([^"]+)"/g)].map(
    ([, id = '']) => id,
  )
  const names = new Map(ids.map((id) => [id, random.chance(0.3) ? `${id}${end}` : id]))
  const text = file.replaceAll(
    /(\b(?:id|sourceRef|targetRef|attachedToRef|activityRef|default)=")([^"]+)"/g,
    (_, before: string, id: string) => `${before}${names.get(id) ?? id}"`,
  )
  const inside = text.replaceAll(
    /(<(?:\w+:)?(?:incoming|outgoing)>)([^<]+)</g,
    (_, before: string, id: string) => `${before}${names.get(id) ?? id}<`,
  )
  return { file: inside, names }
}

function migrate(random: Random, scenario: Scenario, version: number, renamed: readonly Renamed[]): 'done' | 'refused' {
  const [source, target] = scenario.definitions.processes.filter(({ key }) => key === 'process').slice(version)
  if (source === undefined || target === undefined) throw new Error('Expected two versions.')
  const before = version === 0 ? null : (renamed[version - 1]?.names ?? null)
  const after = renamed[version]?.names
  const first = new Map([...(before ?? [])].map(([id, name]) => [name, id]))
  const targetOf = (key: string) => {
    const [id = '', ...more] = key.split('#')
    return [after?.get(first.get(id) ?? id) ?? id, ...more].join('#')
  }
  // Of one and the same model, every element that can be open is mapped to itself.
  const all = generatePlan(source.model, source.model, { updatesTriggers: random.chance(0.2) })
  const isWhole = random.chance(0.7)
  const instructions: MigrationInstruction[] = all
    .filter(() => isWhole || random.chance(0.8))
    .map((one) => ({ ...one, target: targetOf(one.source) }))
  const command: Command = {
    type: 'migrateInstance',
    instanceId: scenario.rows.rootId,
    plan: { sourceId: source.id, targetId: target.id, instructions },
    variables: [],
    skipsListeners: false,
    skipsIoMappings: false,
    note: null,
  }
  const rows = JSON.stringify(scenario.rows)
  const outcome = scenario.do(command)
  if (outcome.kind === 'done') return 'done'
  if (JSON.stringify(scenario.rows) !== rows) throw new Error('Expected nothing to change by what was not done.')
  if (outcome.kind === 'refused') return 'refused'
  throw new Error(`Expected to be refused or done, but: ${JSON.stringify(outcome)}`)
}
