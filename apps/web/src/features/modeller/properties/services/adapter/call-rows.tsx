import IconPlus from 'icon:plus'
import IconTrash from 'icon:trash'
import { ActionIcon, Autocomplete, Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Hint } from '../../../../../components/hint/hint.tsx'
import classes from '../../panel.module.css'
import { useDraft } from '../../use-draft.ts'
import { usePanel } from '../../use-panel.ts'

interface Props {
  readonly title: string
  /** The rows: name, label of the remove button, and cells. */
  readonly rows: readonly { readonly name: string; readonly remove: string; readonly cells: ReactNode }[]
  readonly add: string
  readonly onAdd: () => void
  readonly onRemove: (at: number) => void
}

/** A list in the properties of a call, such as its outputs, whose entries can be added and removed. */
export function CallRows({ title, rows, add, onAdd, onRemove }: Props) {
  const { canEdit } = usePanel()
  return (
    <section className={classes.parts} aria-label={title}>
      {rows.map(({ name, remove, cells }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are told by their place alone
        <fieldset key={at} className={classes.part}>
          <legend>{name}</legend>
          {canEdit ? (
            <Hint label={remove}>
              <ActionIcon size="sm" className={classes.remove ?? ''} aria-label={remove} onClick={() => onRemove(at)}>
                <IconTrash size={14} stroke={1.6} />
              </ActionIcon>
            </Hint>
          ) : null}
          {cells}
        </fieldset>
      ))}
      {canEdit ? (
        <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} stroke={1.6} />} onClick={onAdd}>
          {add}
        </Button>
      ) : null}
    </section>
  )
}

interface CellProps {
  readonly label: string
  readonly value: string
  readonly offered?: readonly string[]
  readonly onSet: (text: string) => void
}

/** A cell with a text and suggestions for it. */
export function TextCell({ label, value, offered = [], onSet }: CellProps) {
  const { canEdit } = usePanel()
  const id = useId()
  const draft = useDraft(value, onSet)
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.control}>
        <Autocomplete
          id={id}
          size="xs"
          readOnly={!canEdit}
          autoComplete="off"
          spellCheck={false}
          data={[...offered]}
          limit={20}
          value={draft.text}
          onChange={draft.set}
          onOptionSubmit={(text) => {
            draft.forget()
            onSet(text)
          }}
          onBlur={draft.leave}
          onKeyDown={draft.onKeyDown}
        />
      </div>
    </div>
  )
}
