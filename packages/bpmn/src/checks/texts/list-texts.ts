import type { ExpressionText, ProcessModel, Script } from '../../model.ts'
import type { TimerKind } from './text-readers.ts'

/** A text of a model in a language, with its position in its element. */
export type FoundText = { readonly elementId: string; readonly path: string } & Found

type Found =
  | { readonly kind: 'expression'; readonly text: ExpressionText }
  | { readonly kind: 'script'; readonly script: Script }
  | { readonly kind: 'timer'; readonly timer: TimerKind; readonly text: ExpressionText }
  | { readonly kind: 'retries'; readonly text: ExpressionText }

/** Lists all expressions, scripts, timers and retry cycles of a model, so that checks miss none. */
export function listTexts(model: ProcessModel): FoundText[] {
  const { elements, flows, ...process } = model
  const carriers: readonly (readonly [string, object])[] = [
    [model.id, process],
    ...Object.values(elements).map((element) => [element.id, element] as const),
    ...Object.values(flows).map((flow) => [flow.id, flow] as const),
  ]
  return carriers.flatMap(([elementId, carrier]) => listInside(carrier).map((found) => ({ elementId, ...found })))
}

type Inside = { readonly path: string } & Found

function listInside(part: object, path = ''): Inside[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]): Inside[] => {
    if (typeof value !== 'object' || value === null) return []
    const at = path === '' ? key : `${path}.${key}`
    if (isScript(value)) return [{ kind: 'script', path: at, script: value }]
    if (isText(value)) return [{ kind: 'expression', path: at, text: value }, ...listTimes(key, at, value)]
    return isTimer(value)
      ? [{ kind: 'timer', path: at, timer: value.timer, text: value.value }, ...listInside(value, at)]
      : listInside(value, at)
  })
}

/** Returns a text under a key of a due, follow-up or end date, or of a retry cycle; an empty list for other keys. */
function listTimes(key: string, path: string, text: ExpressionText): Inside[] {
  if (key === 'dueDate' || key === 'followUpDate' || key === 'endDate')
    return [{ kind: 'timer', path, timer: 'date', text }]
  return key === 'retryCycle' ? [{ kind: 'retries', path, text }] : []
}

function isText(value: object): value is ExpressionText {
  return 'language' in value && 'text' in value && typeof value.text === 'string'
}

function isScript(value: object): value is Script {
  return 'language' in value && 'resource' in value
}

function isTimer(value: object): value is { timer: TimerKind; value: ExpressionText } {
  return 'kind' in value && value.kind === 'timer' && 'timer' in value
}
