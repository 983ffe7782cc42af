import type { InstanceMove, InstanceSelection, WrittenVariable } from '@millrace/contract'

/** A call of the Camunda 7 REST API that does the same as an action of a page. */
export interface RestRequest {
  readonly method: 'POST'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface RestRequests {
  readonly requests: readonly RestRequest[]
  /** Filters of the list that the requests cannot express. */
  readonly missing: readonly string[]
}

interface Skips {
  readonly skipsListeners: boolean
  readonly skipsIoMappings: boolean
}

const skipsOf = ({ skipsListeners, skipsIoMappings }: Skips) => ({
  skipCustomListeners: skipsListeners,
  skipIoMappings: skipsIoMappings,
})

const starts = {
  before: 'startBeforeActivity',
  all: 'startBeforeActivity',
  after: 'startAfterActivity',
  flow: 'startTransition',
} as const

/** Converts a move into an instruction of a modification or restart of Camunda 7's REST API. */
export function toInstruction(move: InstanceMove): Readonly<Record<string, unknown>> {
  if (move.kind === 'cancel') {
    if (move.by === 'key')
      return { type: 'cancel', activityId: move.id, cancelCurrentActiveActivityInstances: move.isOfBefore }
    return { type: 'cancel', [move.by === 'token' ? 'transitionInstanceId' : 'activityInstanceId']: move.id }
  }
  const type = starts[move.at]
  if (move.at === 'flow') return { type, transitionId: move.id }
  return { type, activityId: move.at === 'all' ? `${move.id}#multiInstanceBody` : move.id }
}

/** Returns values in JSON. A text that is not a valid value of its type stays a text, and the server reports it. */
export function toVariables(variables: readonly WrittenVariable[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    variables.map(({ name, type, text }) => [name, { type, value: text === null ? null : jsonOf(type, text) }]),
  )
}

function jsonOf(type: WrittenVariable['type'], text: string): unknown {
  if (type === 'Boolean') return text.trim() === 'true'
  if (type === 'Null') return null
  if ((type === 'Integer' || type === 'Long' || type === 'Double') && Number.isSafeInteger(Math.trunc(Number(text))))
    return Number(text)
  return text
}

interface Selected {
  readonly definitionId: string
  readonly selection: InstanceSelection
  readonly isEnded: boolean
}

/** The instances of a selection, as a request names them. */
function targetsOf({ definitionId, selection, isEnded }: Selected) {
  if ('ids' in selection) return { target: { processInstanceIds: selection.ids }, missing: [] }
  const known: Record<string, unknown> = { processDefinitionId: definitionId, ...(isEnded && { finished: true }) }
  const missing: string[] = []
  for (const [name, value] of Object.entries('query' in selection ? selection.query : {})) {
    if (ofPage.has(name)) continue
    if (name === 'state' && value === 'incident' && !isEnded) known.withIncident = true
    else if (name === 'state' && value === 'suspended' && !isEnded) known.suspended = true
    else if (name === 'key' && !value.includes(',') && !value.includes(':')) known.processInstanceBusinessKey = value
    // The version says which process it is.
    else if (name !== 'process' && name !== 'version') missing.push(name)
  }
  const { processInstanceBusinessKey, ...rest } = known
  const query =
    processInstanceBusinessKey === undefined
      ? rest
      : isEnded
        ? known
        : { ...rest, businessKey: processInstanceBusinessKey }
  return { target: { [isEnded ? 'historicProcessInstanceQuery' : 'processInstanceQuery']: query }, missing }
}

/** Parts of the address of a list that choose no rows. */
const ofPage: ReadonlySet<string> = new Set(['size', 'sort', 'columns', 'view', 'page', 'after', 'before'])

interface MovesAndVariables extends Skips {
  readonly moves: readonly InstanceMove[]
  readonly variables: readonly WrittenVariable[]
}

export function requestsForInstance(id: string, plan: MovesAndVariables, note: string | null): RestRequests {
  const path = `/engine-rest/process-instance/${id}`
  const requests: RestRequest[] = []
  if (plan.variables.length > 0)
    requests.push({ method: 'POST', path: `${path}/variables`, body: { modifications: toVariables(plan.variables) } })
  if (plan.moves.length > 0)
    requests.push({
      method: 'POST',
      path: `${path}/modification`,
      body: { ...skipsOf(plan), instructions: plan.moves.map(toInstruction), annotation: note },
    })
  return { requests, missing: [] }
}

export function requestsForMoves(of: Selected, plan: MovesAndVariables, note: string | null): RestRequests {
  const { target, missing } = targetsOf(of)
  const requests: RestRequest[] = []
  if (plan.variables.length > 0)
    requests.push({
      method: 'POST',
      path: '/engine-rest/process-instance/variables-async',
      body: { ...target, variables: toVariables(plan.variables) },
    })
  if (plan.moves.length > 0)
    requests.push({
      method: 'POST',
      path: '/engine-rest/modification/executeAsync',
      body: {
        processDefinitionId: of.definitionId,
        ...target,
        ...skipsOf(plan),
        instructions: plan.moves.map(toInstruction),
        annotation: note,
      },
    })
  return { requests, missing }
}

interface PlannedMigration extends Skips {
  readonly targetId: string
  readonly instructions: readonly {
    readonly source: string
    readonly target: string
    readonly updatesTrigger: boolean
  }[]
  readonly variables: readonly WrittenVariable[]
}

export function requestsForMigration(of: Selected, plan: PlannedMigration): RestRequests {
  const { target, missing } = targetsOf(of)
  const migrationPlan = {
    sourceProcessDefinitionId: of.definitionId,
    targetProcessDefinitionId: plan.targetId,
    instructions: plan.instructions.map(({ source, target, updatesTrigger }) => ({
      sourceActivityIds: [source],
      targetActivityIds: [target],
      updateEventTrigger: updatesTrigger,
    })),
    ...(plan.variables.length > 0 && { variables: toVariables(plan.variables) }),
  }
  const body = { migrationPlan, ...target, ...skipsOf(plan) }
  return { requests: [{ method: 'POST', path: '/engine-rest/migration/executeAsync', body }], missing }
}

interface PlannedRestart extends Skips {
  readonly moves: readonly InstanceMove[]
  readonly hasFirstVariables: boolean
  readonly isWithoutBusinessKey: boolean
}

export function requestsForRestart(of: Selected, plan: PlannedRestart): RestRequests {
  const { target, missing } = targetsOf({ ...of, isEnded: true })
  const isOne = 'ids' in of.selection && of.selection.ids.length === 1
  const body = {
    instructions: plan.moves.map(toInstruction),
    ...target,
    initialVariables: plan.hasFirstVariables,
    withoutBusinessKey: plan.isWithoutBusinessKey,
    ...skipsOf(plan),
  }
  const path = `/engine-rest/process-definition/${of.definitionId}/restart${isOne ? '' : '-async'}`
  return { requests: [{ method: 'POST', path, body }], missing }
}
