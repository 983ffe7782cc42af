import { Button, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
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

/** Name, expression, type and allowed values of a column. */
export function ColumnForm({ column, onSave, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const [draft, setDraft] = useState<ColumnChange>({
    label: column.label,
    expression: column.expression,
    typeRef: column.typeRef,
    allowed: column.allowed,
  })
  const set = (change: Partial<ColumnChange>) => setDraft({ ...draft, ...change })
  const choices = draft.allowed === '' ? [] : readChoices(draft.allowed)
  const isText = draft.typeRef === 'string' && choices !== null
  const types = [...new Set([...columnTypes, ...(draft.typeRef === '' ? [] : [draft.typeRef])])]
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onSave(draft)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
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
        <Button size="xs" onClick={onClose}>
          {t('decisionEditor.grid.cancelColumn')}
        </Button>
        <Button size="xs" type="submit" variant="filled">
          {t('decisionEditor.grid.apply')}
        </Button>
      </div>
    </form>
  )
}
