import { Button, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './column-form.module.css'
import { columnTypes } from './column-types.ts'
import type { TableColumn } from './read-table.ts'
import { readChoices } from './simple-test.ts'
import type { ColumnChange } from './table-commands.ts'

interface Props {
  readonly column: TableColumn
  readonly onSave: (change: ColumnChange) => void
  readonly onClose: () => void
}

/**
 * The form for name, expression, type and allowed values of a column. Entries are applied when the user leaves the
 * form, as in a cell; Escape and “Cancel” discard them.
 */
export function ColumnForm({ column, onSave, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { draft, set, save, cancel } = useColumnDraft({ column, onSave, onClose })
  const choices = draft.allowed === '' ? [] : readChoices(draft.allowed)
  const isText = draft.typeRef === 'string' && choices !== null
  const types = [...new Set([...columnTypes, ...(draft.typeRef === '' ? [] : [draft.typeRef])])]
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        save()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancel()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        const around = currentTarget.closest('[role=dialog]') ?? currentTarget
        if (!around.contains(relatedTarget)) save()
      }}
    >
      <TextInput
        data-autofocus
        size="xs"
        label={t(column.kind === 'input' ? 'decisionEditor.grid.inputExpression' : 'decisionEditor.grid.outputName')}
        classNames={{ input: classes.code ?? '' }}
        placeholder={column.kind === 'input' ? 'amount' : 'level'}
        value={draft.expression}
        onChange={(event) => set({ expression: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        label={t('decisionEditor.grid.label')}
        value={draft.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={t('decisionEditor.grid.type')}
        value={draft.typeRef}
        onChange={(event) => set({ typeRef: event.currentTarget.value })}
        data={[
          ...(column.typeRef === '' ? [{ value: '', label: t('decisionEditor.grid.noType') }] : []),
          ...types.map((type) => {
            const key = `decisionEditor.types.${type}`
            return { value: type, label: i18n.exists(key) ? t(key as 'decisionEditor.types.string') : type }
          }),
        ]}
      />
      {isText ? (
        <TagsInput
          size="xs"
          label={t('decisionEditor.grid.allowed')}
          description={t('decisionEditor.grid.allowedHelp')}
          acceptValueOnBlur
          comboboxProps={{ withinPortal: false }}
          value={[...(choices ?? [])]}
          onChange={(values) => set({ allowed: values.map((value) => JSON.stringify(value)).join(',') })}
        />
      ) : draft.typeRef === 'boolean' ? null : (
        <TextInput
          size="xs"
          label={t('decisionEditor.grid.allowed')}
          classNames={{ input: classes.code ?? '' }}
          placeholder="[0..100]"
          value={draft.allowed}
          onChange={(event) => set({ allowed: event.currentTarget.value })}
        />
      )}
      <div className={classes.buttons}>
        <Button size="xs" onClick={cancel}>
          {t('decisionEditor.grid.cancelColumn')}
        </Button>
        <Button size="xs" type="submit" variant="filled">
          {t('decisionEditor.grid.apply')}
        </Button>
      </div>
    </form>
  )
}

function useColumnDraft({ column: { label, expression, typeRef, allowed }, onSave, onClose }: Props) {
  const [draft, setDraft] = useState<ColumnChange>({ label, expression, typeRef, allowed })
  // What is saved is known at once: a press outside leaves the form and closes it.
  const latest = useRef(draft)
  const saved = useRef(draft)
  const send = useRef(onSave)
  useLayoutEffect(() => {
    send.current = onSave
  })
  const save = () => {
    if (latest.current === saved.current) return
    saved.current = latest.current
    send.current(latest.current)
  }
  // The table may be taken away, or be changed no more.
  const end = useRef(save)
  useLayoutEffect(() => () => end.current(), [])
  return {
    draft,
    save,
    set: (change: Partial<ColumnChange>) => {
      latest.current = { ...latest.current, ...change }
      setDraft(latest.current)
    },
    cancel: () => {
      latest.current = saved.current
      onClose()
    },
  }
}
