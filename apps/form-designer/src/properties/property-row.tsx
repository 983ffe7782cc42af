import type { Command } from '@millrace/forms/design'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOfLabel } from '../model/follow-label.ts'
import { nameProperty } from '../model/names.ts'
import { followKey } from '../store/follow-key.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { editorOf } from './editors/editors.ts'
import type { NamedProperty } from './group-properties.ts'

/** One property of the selected node, with the editor of its kind. Continuous typing is one undo step. */
export function PropertyRow({ node, property: { name, spec } }: { node: string; property: NamedProperty }) {
  const { t } = useTranslation()
  const store = useStore()
  const id = useId()
  const began = useRef<string | null>(null)
  const value = useDesigner(({ stack }) => stack.design.nodes[node]?.props[name])
  const problem = useDesigner(
    ({ check }) => check?.problems.find((one) => one.node === node && one.property === name)?.message,
  )
  const unknown = useDesigner(({ check }) => check?.unknown.find((one) => one.node === node && one.property === name))
  const isGiven = value !== undefined && value !== ''
  const read = isGiven ? spec.read(value) : null
  const error =
    read !== null && !read.ok
      ? t('designer.panel.enter', { wanted: read.expected })
      : spec.isRequired && !isGiven
        ? t('designer.panel.needed')
        : (problem ?? '')
  const warning =
    unknown === undefined
      ? ''
      : t('designer.panel.unknown', { count: unknown.names.length, names: unknown.names.join(', ') })
  const Editor = editorOf(name, spec.kind)
  const editor = (
    <Editor
      id={id}
      node={node}
      name={name}
      label={nameProperty(name)}
      spec={spec}
      value={value}
      error={error}
      warning={warning}
      onChange={(next) => {
        const command: Command = { kind: 'setProperty', id: node, name, ...(next === undefined ? {} : { value: next }) }
        const key = name === 'label' ? keyOfLabel(store.design, node, next) : null
        if (key !== null) began.current ??= store.design.nodes[node]?.key ?? null
        store.do(key === null ? command : { kind: 'doAll', commands: [command, key] }, { merge: `${node}.${name}` })
      }}
    />
  )
  if (name !== 'label') return editor
  return (
    // What reads the field by its key reads it by the new one, once the label is written.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only looks at what its input does
    <div
      style={{ display: 'contents' }}
      onBlur={() => {
        if (began.current !== null) void followKey(store, node, began.current)
        began.current = null
      }}
    >
      {editor}
    </div>
  )
}
