import type { RuleName } from '../compile/runtime-document.ts'
import type { NodeInstance } from './instance.ts'
import type { Cell } from './ranks.ts'

/** The property of a node that the result of each rule sets. */
export const cellOfRule: Readonly<Record<Exclude<RuleName, 'setTo'>, Cell>> = {
  visible: 'visible',
  computed: 'value',
  options: 'value',
  enabled: 'enabled',
  readOnly: 'readOnly',
  required: 'required',
  check: 'check',
  unique: 'unique',
}

/** Returns all properties of a node that are calculated. */
export function cellsOf({ planned }: NodeInstance): readonly Cell[] {
  const { data } = planned
  if (data === null || data.kind === 'group') return ['visible', 'enabled', 'readOnly']
  if (data.kind === 'field') return ['visible', 'value', 'enabled', 'readOnly', 'required', 'check']
  return ['visible', 'enabled', 'readOnly', 'required', 'check', ...(data.props.unique ? (['unique'] as const) : [])]
}
