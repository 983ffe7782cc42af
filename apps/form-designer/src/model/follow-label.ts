import type { Option } from '@millrace/forms'
import type { Command, Design } from '@millrace/forms/design'
import { findFreeKey, toKey } from './create-node.ts'

/**
 * Returns the command that gives a node the key of its new label. Null when its key is not that of its old label,
 * because the user has chosen the key.
 */
export function keyOfLabel(design: Design, id: string, label: unknown): Command | null {
  const node = design.nodes[id]
  const before = node?.props.label
  if (node?.key === undefined || typeof before !== 'string' || typeof label !== 'string' || label.trim() === '')
    return null
  if (!isKeyOf(node.key, toKey(before))) return null
  const { [id]: _own, ...others } = design.nodes
  const key = findFreeKey({ nodes: others }, toKey(label))
  return key === node.key ? null : { kind: 'setKey', id, key }
}

/** Whether a key was made of a label: the same, or with a number where that was taken. */
function isKeyOf(key: string, made: string): boolean {
  return key.startsWith(made) && /^\d*$/.test(key.slice(made.length))
}

/** Gives an option a new label, and the value that follows from the label unless the designer chose another value. */
export function labelOption(options: readonly Option[], index: number, label: string): readonly Option[] {
  return options.map((option, at) => {
    if (at !== index) return option
    if (!isKeyOf(option.value, toKey(option.label)) || toKey(label) === 'field') return { ...option, label }
    const taken = new Set(options.flatMap(({ value }, place) => (place === index ? [] : [value])))
    let value = toKey(label)
    for (let number = 2; taken.has(value); number++) value = `${toKey(label)}${number}`
    return { ...option, label, value }
  })
}
