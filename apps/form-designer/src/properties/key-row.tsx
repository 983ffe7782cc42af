import { TextInput } from '@mantine/core'
import { type DesignNode, findNodeKind, isFieldKey } from '@millrace/forms/design'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { followKey } from '../store/follow-key.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'
import classes from './editors/editors.module.css'
import { controlProps, FieldRow } from './editors/field-row.tsx'

/** Edits the key under which the value is stored. Containers need no key. */
export function KeyRow({ node }: { node: DesignNode }) {
  const { t } = useTranslation()
  const store = useStore()
  const id = useId()
  const began = useRef<string | null>(null)
  const kind = findNodeKind(node.type)
  const problem = useDesigner(
    ({ check }) => check?.problems.find((one) => one.node === node.id && one.property === 'key')?.message,
  )
  if (kind === 'content') return null
  const key = node.key ?? ''
  const error =
    key === '' && kind !== 'container'
      ? t('designer.panel.needed')
      : key !== '' && !isFieldKey(key)
        ? t('designer.panel.badKey')
        : (problem ?? '')
  return (
    <FieldRow id={id} label={t('designer.panel.key')} error={error}>
      <TextInput
        {...controlProps({ id, error })}
        className={classes.mono}
        autoComplete="off"
        spellCheck={false}
        value={key}
        onFocus={() => {
          began.current = node.key ?? null
        }}
        onBlur={() => {
          if (began.current !== null) void followKey(store, node.id, began.current)
        }}
        onChange={({ currentTarget: { value } }) =>
          store.do({ kind: 'setKey', id: node.id, key: value === '' ? null : value }, { merge: `${node.id}.key` })
        }
      />
    </FieldRow>
  )
}
