import type { Change, ModdleElement, WriteOptions } from '@millrace/bpmn/moddle'
import type { KnownDecision, KnownThings } from '../../problems/known-things.ts'
import { listRows, type PanelRow } from './list-rows.ts'
import { planText, readText } from './row-text.ts'

interface Context {
  readonly known: KnownThings
  readonly options: Required<WriteOptions>
}

/** Plans the changes that follow when an element names a form or decision: properties that the user has not set. */
export function planFollowing(element: ModdleElement, row: PanelRow, text: string, context: Context): Change[] {
  const { name } = row.property
  if (name === 'formRef') return planBinding(element, text, context)
  return name === 'decisionRef' ? planResult(element, row, text, context) : []
}

/** A form needs to say of which version: where nothing is said, the one that is deployed with the process. */
function planBinding(element: ModdleElement, text: string, { options }: Context): Change[] {
  const binding = findRow(element, 'formRefBinding')
  if (binding === undefined || binding.isSet === (text !== '')) return []
  return planText(element, binding, text === '' ? '' : 'deployment', options)
}

/** The result is taken as the decision gives it, in a variable with the name of its only output. */
function planResult(element: ModdleElement, row: PanelRow, text: string, { known, options }: Context): Change[] {
  const before = usualOf(findDecision(known, readText(element, row)))
  const next = usualOf(findDecision(known, text))
  return (Object.keys(next) as (keyof typeof next)[]).flatMap((name) => {
    const own = findRow(element, name)
    if (own === undefined) return []
    const value = readText(element, own)
    const isFollowing = value === '' || value === before[name]
    return isFollowing && value !== next[name] ? planText(element, own, next[name], options) : []
  })
}

function usualOf(decision: KnownDecision | undefined) {
  const { as = '', name = null } = decision?.result ?? {}
  return { mapDecisionResult: as, resultVariable: name !== null && isVariable(name) ? name : '' }
}

function findDecision({ decisions }: KnownThings, key: string): KnownDecision | undefined {
  return decisions.items.find((one) => one.key === key)
}

function findRow(element: ModdleElement, name: string): PanelRow | undefined {
  return listRows(element).find(({ property }) => property.name === name)
}

/** Whether expressions can read a name as it is. */
function isVariable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name)
}
