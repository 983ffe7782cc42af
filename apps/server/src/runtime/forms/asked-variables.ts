import { type DecisionCall, type ExpressionText, readWayOn, type WayOn } from '@millrace/bpmn'
import type { DefinitionRef } from '@millrace/engine'
import { compile } from '@millrace/expressions'
import type { AskedVariable } from '@millrace/forms'
import type { Tx } from '../../platform/db/database.ts'
import { fetchDecision } from '../definitions/definitions.ts'
import { type CommandSources, sourcesFor } from '../definitions/sources.ts'
import type { Runtime } from '../runtime.ts'
import { listInputs } from '../threads/list-inputs.ts'
import type { FormPlace } from './load-form.ts'

/** A variable that the model reads before the next user task. */
export interface AskedOnWay extends AskedVariable {
  /** Whether nothing before the form can write the variable. */
  readonly isCertain: boolean
}

/**
 * Lists the variables that the model reads between a start or task and the next user tasks and does not write itself:
 * inputs of decisions, conditions, and assignment expressions.
 */
export async function listAskedVariables(runtime: Runtime, tx: Tx, place: FormPlace): Promise<AskedOnWay[]> {
  const { model } = place.definition
  const asking = { runtime, tx, place, sources: sourcesFor(runtime, place.workplaceId), read: createReader() }
  const certain = await listOnWay(asking, readWayOn(model, place.elementId, { isCertain: true }))
  const all = await listOnWay(asking, readWayOn(model, place.elementId, { isCertain: false }))
  return all.map((asked) => ({ ...asked, isCertain: certain.some(({ name }) => name === asked.name) }))
}

interface Asking {
  readonly runtime: Runtime
  readonly tx: Tx
  readonly place: FormPlace
  readonly sources: CommandSources
  /** Gives the names that an expression reads. */
  readonly read: (text: ExpressionText) => readonly string[]
}

async function listOnWay(asking: Asking, { conditions, people, decisions, written }: WayOn): Promise<AskedVariable[]> {
  const { read } = asking
  const found = new Map<string, AskedVariable>()
  const add = (asked: AskedVariable) => {
    if (!written.has(asked.name) && !found.has(asked.name)) found.set(asked.name, asked)
  }
  for (const call of decisions) for (const asked of await listOfDecision(asking, call)) add(asked)
  for (const text of conditions)
    for (const name of read(text)) add({ name, type: guessType(text.text, name), choices: null })
  for (const text of people) for (const name of read(text)) add({ name, type: 'String', choices: null })
  return [...found.values()]
}

/** Characters of expressions that are read for one form. They are read while others wait, and to ask is a favour. */
const maxRead = 20_000

/** Reads each expression once, as long as there is not too much of it all. */
function createReader(): Asking['read'] {
  let left = maxRead
  const known = new Map<ExpressionText, readonly string[]>()
  const readNames = ({ language, text }: ExpressionText) => {
    if (language === 'literal' || text.length > left) return []
    left -= text.length
    const compiled = compile(language, text)
    return compiled?.ok ? compiled.expression.variables : []
  }
  return (text) => {
    const names = known.get(text) ?? readNames(text)
    known.set(text, names)
    return names
  }
}

async function listOfDecision(
  { runtime, tx, place: { workplaceId, definition, files }, sources }: Asking,
  call: DecisionCall,
): Promise<AskedVariable[]> {
  const ref = refOf(call, definition)
  // What is only tried belongs to no deployment.
  if (ref === null || (ref.by === 'deployment' && files !== undefined)) return []
  if (sources.decision(ref) === undefined) await fetchDecision(runtime, tx, workplaceId, sources, ref)
  const decision = sources.decision(ref)
  if (decision == null) return []
  const inputs = await listInputs(runtime, workplaceId, decision)
  return inputs.map(({ name, typeRef, choices }) => ({
    name,
    type: types[typeRef?.toLowerCase() ?? ''] ?? 'String',
    choices,
  }))
}

/** Null where only a run can tell which one is meant. */
function refOf(
  { ref, binding, tenantId }: DecisionCall,
  { deploymentId, tenantId: own }: FormPlace['definition'],
): DefinitionRef | null {
  if (ref.language !== 'literal' || tenantId !== null) return null
  const key = ref.text
  switch (binding.kind) {
    case 'id':
      return { by: 'id', id: key }
    case 'deployment':
      return { by: 'deployment', key, deploymentId }
    case 'latest':
      return { by: 'latest', key, tenantId: own }
    default:
      return null
  }
}

/** Variable types by the names that decision models use. */
const types: Readonly<Record<string, AskedVariable['type']>> = {
  boolean: 'Boolean',
  integer: 'Long',
  long: 'Long',
  double: 'Double',
  number: 'Double',
  date: 'Date',
}

/** Characters of a condition that is searched for what it does with each of its names. */
const maxSearchedLength = 1_000

/**
 * Guesses the type of a variable from a condition that uses or compares it. Returns `String` when the condition does
 * not show the type, or has more than 1,000 characters.
 */
export function guessType(source: string, name: string): AskedVariable['type'] {
  if (source.length > maxSearchedLength) return 'String'
  const bare = source.replace(/^\s*(?:[$#]\{|=)|\}\s*$/g, '').trim()
  const word = `(?<![\\w$.])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$.(])`
  const compared = (value: string) => new RegExp(`${word}\\s*(?:[=!]?=|[<>]=?|eq|ne|lt|gt|le|ge)\\s*${value}`)
  if (compared('(?:true|false)').test(bare)) return 'Boolean'
  if (compared('-?\\d').test(bare)) return 'Double'
  if (compared(`["']`).test(bare)) return 'String'
  const isCondition = new RegExp(
    `(?:^|[!(]|&&|\\|\\||\\band|\\bor|\\bnot)\\s*${word}\\s*(?:$|[)]|&&|\\|\\||and\\b|or\\b)`,
  )
  const stands = new RegExp(`^${word}$`).test(bare)
  return stands || isCondition.test(bare) ? 'Boolean' : 'String'
}
