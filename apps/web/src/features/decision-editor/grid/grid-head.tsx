import IconArrowLeft from 'icon:arrow-left'
import IconArrowRight from 'icon:arrow-right'
import IconDots from 'icon:dots'
import IconEdit from 'icon:edit'
import IconPlus from 'icon:plus'
import IconTrash from 'icon:trash'
import { ActionIcon, Menu, Popover } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnForm } from './column-form.tsx'
import classes from './decision-grid.module.css'
import { letterOf } from './hit-policies.ts'
import type { DecisionTableView, TableColumn } from './read-table.ts'
import { readChoices } from './simple-test.ts'
import type { TableCommands } from './table-commands.ts'

interface Props {
  readonly table: DecisionTableView
  readonly commands: TableCommands | null
}

/** The headers of the columns: When … And …, Then … And …, with name, expression and type. */
export function GridHead({ table, commands }: Props) {
  const { t } = useTranslation()
  const { columns } = table
  const inputs = columns.filter(({ kind }) => kind === 'input').length
  return (
    <thead>
      <tr>
        <th className={classes.corner} scope="col">
          <abbr title={t(`decisionEditor.policies.${table.hitPolicy as 'UNIQUE'}`)}>{letterOf(table)}</abbr>
        </th>
        {columns.map((column, at) => (
          <ColumnHead
            key={column.id}
            column={column}
            at={at}
            word={t(
              at === 0 && column.kind === 'input'
                ? 'decisionEditor.grid.when'
                : at === inputs
                  ? 'decisionEditor.grid.gives'
                  : 'decisionEditor.grid.and',
            )}
            first={column.kind === 'input' ? 0 : inputs}
            last={column.kind === 'input' ? inputs - 1 : columns.length - 1}
            commands={commands}
          />
        ))}
        <th className={classes.annotation} scope="col">
          <span>{t('decisionEditor.grid.annotation')}</span>
          {commands === null ? null : (
            <span className={classes.adders}>
              <button type="button" onClick={() => commands.addColumn('input', inputs)}>
                <IconPlus size={14} stroke={1.6} aria-hidden="true" />
                {t('decisionEditor.grid.addInput')}
              </button>
              <button type="button" onClick={() => commands.addColumn('output', columns.length)}>
                <IconPlus size={14} stroke={1.6} aria-hidden="true" />
                {t('decisionEditor.grid.addOutput')}
              </button>
            </span>
          )}
        </th>
      </tr>
    </thead>
  )
}

interface HeadProps {
  readonly column: TableColumn
  readonly at: number
  readonly word: string
  /** Places of the columns of its kind. */
  readonly first: number
  readonly last: number
  readonly commands: TableCommands | null
}

function ColumnHead({ column, at, word, first, last, commands }: HeadProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { kind, label, expression } = column
  const name = label || expression || t(`decisionEditor.grid.${kind}`)
  const text = <span className={classes.name}>{name}</span>
  return (
    <th className={classes.head} data-kind={kind} data-col-id={column.id} scope="col">
      <span className={classes.word}>
        {word}
        {commands === null ? null : (
          <ColumnMenu {...{ column, at, name, first, last, commands }} onEdit={() => setOpen(true)} />
        )}
      </span>
      {commands === null ? (
        <div className={classes.about}>{text}</div>
      ) : (
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-start"
          shadow="md"
          trapFocus
          returnFocus
          closeOnEscape={false}
        >
          <Popover.Target>
            <button
              type="button"
              className={classes.about}
              aria-label={t('decisionEditor.grid.editColumn', { name })}
              onClick={() => setOpen(!isOpen)}
            >
              {text}
            </button>
          </Popover.Target>
          <Popover.Dropdown onKeyDown={(event) => event.stopPropagation()}>
            <ColumnForm
              column={column}
              onSave={(change) => commands.setColumn(at, change)}
              onClose={() => setOpen(false)}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      <span className={classes.expression}>
        <code>{expression || '–'}</code>
        <span>{useTypeName(column)}</span>
      </span>
    </th>
  )
}

/** The number of allowed values, or the type in plain words. */
function useTypeName({ typeRef, allowed }: TableColumn): string {
  const { t, i18n } = useTranslation()
  const choices = readChoices(allowed)
  if (choices !== null) return t('decisionEditor.grid.valueCount', { count: choices.length })
  const key = `decisionEditor.types.${typeRef}`
  return i18n.exists(key) ? t(key as 'decisionEditor.types.string') : typeRef
}

function ColumnMenu({
  column: { kind },
  at,
  name,
  first,
  last,
  commands,
  onEdit,
}: Omit<HeadProps, 'word' | 'commands'> & { name: string; commands: TableCommands; onEdit: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('decisionEditor.grid.columnActions', { name })}>
          <IconDots size={14} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit size={15} stroke={1.6} />} onClick={onEdit}>
          {t('decisionEditor.grid.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => commands.addColumn(kind, at)}>
          {t('decisionEditor.grid.addLeft')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => commands.addColumn(kind, at + 1)}>
          {t('decisionEditor.grid.addRight')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowLeft size={15} stroke={1.6} />}
          disabled={at === first}
          onClick={() => commands.moveColumn(at, at - 1)}
        >
          {t('decisionEditor.grid.moveLeft')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={15} stroke={1.6} />}
          disabled={at === last}
          onClick={() => commands.moveColumn(at, at + 1)}
        >
          {t('decisionEditor.grid.moveRight')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--app-red)"
          leftSection={<IconTrash size={15} stroke={1.6} />}
          disabled={kind === 'output' && first === last}
          onClick={() => commands.removeColumn(at)}
        >
          {t('decisionEditor.grid.removeColumn')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
