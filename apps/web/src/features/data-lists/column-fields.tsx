import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconTrash from 'icon:trash'
import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type DataColumnType, dataColumnTypes, dataListLimits, limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './data-lists.module.css'
import { addColumn, type ColumnDraft, chooseKey, type ListDraft, moveColumn, renameColumn } from './list-draft.ts'

interface Props extends DraftFields<ListDraft> {
  /** Keys of columns that the list has: forms may call them by these. */
  readonly knownKeys: ReadonlySet<string>
}

/** The fields for the columns of a data list in their order, each with its type. */
export function ColumnFields(props: Props) {
  const { t } = useTranslation()
  const { draft, onChange, isLocked, error } = props
  const { columns } = draft
  const change = (next: readonly ColumnDraft[]) => onChange({ columns: next })
  const fault = describeFaultOf(error, 'columns')
  return (
    <Section title={t('dataLists.columns')} hint={t('dataLists.columnsHint')}>
      <div className={classes.columns}>
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys are typed, and may be alike meanwhile
          <ColumnRow key={index} {...props} column={column} index={index} onColumns={change} />
        ))}
      </div>
      {fault === undefined ? null : <p className={classes.fault}>{fault}</p>}
      {isLocked || columns.length >= dataListLimits.columns ? null : (
        <div>
          <Button size="xs" onClick={() => change(addColumn(columns))}>
            {t('dataLists.addColumn')}
          </Button>
        </div>
      )}
    </Section>
  )
}

interface RowProps extends Props {
  readonly column: ColumnDraft
  readonly index: number
  readonly onColumns: (columns: readonly ColumnDraft[]) => void
}

function ColumnRow({ column, index, draft: { columns }, onColumns, isLocked, knownKeys, error }: RowProps) {
  const { t } = useTranslation()
  const number = index + 1
  const isKnown = knownKeys.has(column.key)
  const change = (next: ColumnDraft) => onColumns(columns.with(index, next))
  return (
    <fieldset className={classes.column} aria-label={column.name || t('dataLists.columnName', { number })}>
      <TextInput
        label={t('dataLists.headName')}
        aria-label={t('dataLists.columnName', { number })}
        maxLength={limits.name}
        readOnly={isLocked}
        value={column.name}
        error={describeFaultOf(error, `columns.${index}.name`)}
        onChange={(event) => change(renameColumn(column, event.currentTarget.value, isKnown))}
      />
      <TextInput
        label={t('dataLists.headKey')}
        aria-label={t('dataLists.columnKey', { number })}
        maxLength={limits.name}
        readOnly={isLocked || isKnown}
        value={column.key}
        error={describeFaultOf(error, `columns.${index}.key`) ?? describeFaultOf(error, `columns.${column.key}`)}
        onChange={(event) => change({ ...column, key: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('dataLists.headType')}
        aria-label={t('dataLists.columnType', { number })}
        disabled={isLocked}
        data={dataColumnTypes.map((type) => ({ value: type, label: t(`dataLists.types.${type}`) }))}
        value={column.type}
        onChange={(event) => change({ ...column, type: event.currentTarget.value as DataColumnType })}
      />
      <div className={classes.marks}>
        <Checkbox
          size="xs"
          label={t('dataLists.isRequired')}
          aria-label={t('dataLists.isRequiredOf', { number })}
          disabled={isLocked || column.isKey}
          checked={column.isRequired || column.isKey}
          onChange={(event) => change({ ...column, isRequired: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('dataLists.isKey')}
          aria-label={t('dataLists.isKeyOf', { number })}
          disabled={isLocked}
          checked={column.isKey}
          onChange={(event) => onColumns(chooseKey(columns, index, event.currentTarget.checked))}
        />
      </div>
      {isLocked ? null : (
        <div className={classes.tools}>
          <ActionIcon
            size="sm"
            aria-label={t('dataLists.moveUp', { number })}
            disabled={index === 0}
            onClick={() => onColumns(moveColumn(columns, index, -1))}
          >
            <IconArrowUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={t('dataLists.moveDown', { number })}
            disabled={index === columns.length - 1}
            onClick={() => onColumns(moveColumn(columns, index, 1))}
          >
            <IconArrowDown size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={t('dataLists.removeColumn', { number })}
            disabled={columns.length === 1}
            onClick={() => onColumns(columns.toSpliced(index, 1))}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      )}
    </fieldset>
  )
}
