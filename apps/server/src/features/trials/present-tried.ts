import type { TrialState, TrialWaiting } from '@millrace/contract'
import type { TrialWaiting as Waiting } from '@millrace/engine'
import type { Tried } from '../../operations/app-processes/try-app-process.ts'
import { presentValue } from '../../runtime/trial/trial-values.ts'

/** Characters of a value that are shown. */
const longestValue = 100_000

/** Presents the result of a trial, without data that only the server needs. */
export function presentTried({ steps, result, starts, form }: Tried): TrialState {
  const { clock, status, failure, waiting, incidents, path, passed, tokens, variables, sent } = result
  return {
    steps: [...steps],
    clock,
    status,
    failure,
    waiting: waiting.map(presentWaiting),
    incidents: [...incidents],
    path: [...path],
    passed: [...passed],
    tokens: [...tokens],
    variables: variables.map(({ name, value, element }) => ({ name, element, ...cut(presentValue(value)) })),
    sent: [...sent],
    form,
    starts: [...starts],
  }
}

function presentWaiting(one: Waiting): TrialWaiting {
  const { element, index, process, name } = one
  const at = { element, index, process, name, dueAt: null }
  switch (one.kind) {
    case 'task': {
      const people = [one.assignee, ...one.candidateUsers, ...one.candidateGroups].filter((person) => person !== null)
      return { ...at, kind: 'task', detail: people.length === 0 ? null : people.join(', '), dueAt: one.dueAt }
    }
    case 'work':
      return { ...at, kind: 'work', detail: one.topic }
    case 'request':
      if (one.request.service === 'adapter') return { ...at, kind: 'http', detail: one.request.adapter }
      return one.request.service === 'http'
        ? { ...at, kind: 'http', detail: `${one.request.method} ${one.request.url}` }
        : {
            ...at,
            kind: 'mail',
            detail: [one.request.to.join(', '), one.request.subject ?? one.request.template].filter(Boolean).join(': '),
          }
    case 'timer':
      return { ...at, kind: 'timer', detail: null, dueAt: one.dueAt }
    case 'message':
      return { ...at, kind: 'message', detail: one.message }
    case 'signal':
      return { ...at, kind: 'signal', detail: one.signal }
    case 'condition':
      return { ...at, kind: 'condition', detail: null }
    default:
      return one satisfies never
  }
}

function cut<Shown extends { readonly value: string | number | boolean | null }>(shown: Shown): Shown {
  const { value } = shown
  return typeof value === 'string' && value.length > longestValue
    ? { ...shown, value: `${value.slice(0, longestValue)}…` }
    : shown
}
