import type { Command } from '../commands/command.ts'
import type { AdapterOutcome } from '../steps/work/adapter-answer.ts'
import { textOf } from '../steps/work/read-input.ts'
import type { TrialPlace, TrialStep } from './steps.ts'
import { isSamePlace, listAll, type Trial, trialRootId } from './trial.ts'
import type { Found } from './waiting.ts'

type Commanded = Exclude<TrialStep, { kind: 'clock' | 'timer' }>

/** Converts a step into commands for the engine. Null when no waiting step matches it. */
export function commandsOf(trial: Trial, step: Commanded): Command[] | null {
  switch (step.kind) {
    case 'start': {
      const { element: startElementId, businessKey, variables } = step
      const { definition } = trial.input
      const ids = { instanceId: trialRootId, tenantId: null }
      return [{ type: 'startInstance', definition, ...ids, businessKey, variables, startElementId }]
    }
    case 'set':
      return [
        {
          type: 'setVariables',
          scopeId: trialRootId,
          instanceId: trialRootId,
          set: step.variables,
          remove: [],
          isLocal: false,
        },
      ]
    case 'signal': {
      const waiting = trial.state.subscriptions.all().filter((one) => one.kind === 'signal' && one.name === step.name)
      if (waiting.length === 0) return null
      return waiting.map(({ id }) => ({
        type: 'triggerSubscription',
        subscriptionId: id,
        variables: step.variables,
      }))
    }
    default: {
      const command = commandAt(step, findAt(trial, step.place, kinds[step.kind]))
      return command === null ? null : [command]
    }
  }
}

type Placed = Extract<Commanded, { place: TrialPlace }>

/** The kinds of waiting steps to which each trial step applies. */
const kinds = {
  complete: ['task'],
  answer: ['work'],
  respond: ['request'],
  error: ['work', 'task'],
  fail: ['work', 'request'],
  message: ['message', 'receive'],
} as const satisfies Record<Placed['kind'], readonly Found['kind'][]>

function findAt(trial: Trial, place: TrialPlace, wanted: readonly Found['kind'][]): Found | null {
  const all = listAll(trial).filter(({ place: at }) => isSamePlace(at, place))
  return all.find(({ found }) => wanted.includes(found.kind))?.found ?? null
}

function commandAt(step: Placed, found: Found | null): Command | null {
  if (found === null) return null
  const { id } = found.row
  switch (step.kind) {
    case 'complete':
      return { type: 'completeTask', taskId: id, variables: step.variables }
    case 'answer':
      return { type: 'completeExternalTask', taskId: id, variables: step.variables, localVariables: [] }
    case 'respond': {
      const { status: statusCode, body } = step
      if (found.kind === 'request' && found.row.data.request.service === 'adapter')
        return { type: 'completeWork', jobId: id, output: { ...adapterOutcome(statusCode, body) } }
      const output = { statusCode, reason: '', protocol: 'HTTP/1.1', headers: {}, body }
      return { type: 'completeWork', jobId: id, output }
    }
    case 'error': {
      const { code, message, variables } = step
      return found.kind === 'task'
        ? { type: 'throwTaskEvent', taskId: id, kind: 'error', code, message, variables }
        : { type: 'throwExternalTaskError', taskId: id, code, message, variables }
    }
    case 'fail': {
      const { message } = step
      return found.kind === 'request'
        ? { type: 'failWork', jobId: id, message, isFinal: true, detail: null }
        : { type: 'failExternalTask', taskId: id, message, details: null, retries: 0, retryAt: null, variables: [] }
    }
    case 'message':
      return found.kind === 'receive'
        ? { type: 'signalElement', elementInstanceId: id, variables: step.variables }
        : { type: 'triggerSubscription', subscriptionId: id, variables: step.variables }
    default:
      return step satisfies never
  }
}

/** Rows are in the answer only where it is a list of them. */
function adapterOutcome(status: number, body: string | null): AdapterOutcome {
  const rows = readRows(body)
  const isRefused = status < 200 || status > 299
  const columns = rows === null ? null : [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return {
    status,
    body,
    columns,
    rows: rows?.map((row) => columns?.map((column) => textOf(row[column])) ?? []) ?? null,
    failure: isRefused
      ? { message: `Answered with the status ${status}.`, code: null, isFinal: true, isUnknown: false, detail: null }
      : null,
  }
}

function readRows(body: string | null): Readonly<Record<string, unknown>>[] | null {
  try {
    const read: unknown = JSON.parse(body ?? '')
    return Array.isArray(read) ? read.map((row) => (typeof row === 'object' && row !== null ? row : {})) : null
  } catch {
    return null
  }
}
