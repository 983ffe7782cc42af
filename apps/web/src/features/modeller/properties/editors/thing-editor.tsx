import { Autocomplete } from '@mantine/core'
import { type Change, isExpression, type ModdleElement, type WriteOptions } from '@millrace/bpmn/moddle'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import { foldText } from '../../../../lib/fold-text.ts'
import { listRows, type PanelRow } from '../model/list-rows.ts'
import { findUnknownName, listThings, type OfferedThing } from '../model/list-things.ts'
import { planText, readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import { type EditorProps, Row } from '../row.tsx'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'

/** A form, a process, a decision or a calendar: chosen by its name, or typed; an expression may be there as well. */
export function ThingEditor({ element, row }: EditorProps) {
  const { apply, options } = usePanel()
  return (
    <ThingInput
      row={row}
      value={readText(element, row)}
      onSet={(text) => apply([...planText(element, row, text, options), ...planBinding(element, row, text, options)])}
      name={row.property.name}
    />
  )
}

/** A form needs to say of which version: where nothing is said, the one that is deployed with the process. */
function planBinding(
  element: ModdleElement,
  { property: { name } }: PanelRow,
  text: string,
  options: Required<WriteOptions>,
): Change[] {
  const binding = listRows(element).find(({ property }) => property.name === 'formRefBinding')
  if (name !== 'formRef' || binding === undefined || binding.isSet === (text !== '')) return []
  return planText(element, binding, text === '' ? '' : 'deployment', options)
}

interface Props extends Pick<EditorProps, 'row'> {
  readonly value: string
  readonly onSet: (text: string) => void
  /** The name of the property, which says what is offered. */
  readonly name: string
}

function ThingInput({ row, value, onSet, name }: Props) {
  const { t } = useTranslation()
  const { canEdit, known } = usePanel()
  const draft = useDraft(value, onSet)
  const things = listThings(name, known)
  const found = things.find(({ key }) => key === draft.text)
  const unknown = isExpression(draft.text) ? null : findUnknownName(name, draft.text, known)
  return (
    <Row
      row={row}
      fault={unknown === null ? null : t(`modeller.problems.unknown.${unknown}`, { name: draft.text })}
      below={
        found === undefined ? null : (
          <p className={sheet.note}>
            {found.name === found.key ? null : found.name}
            {found.href === undefined ? null : (
              <>
                {' '}
                <a href={found.href} target="_blank" rel="noopener">
                  {t('modeller.panel.openForm')}
                </a>
              </>
            )}
          </p>
        )
      }
    >
      {(control) => (
        <Autocomplete
          {...control}
          readOnly={!canEdit}
          autoComplete="off"
          data={things.map(({ key }) => key)}
          filter={({ search }) => offer(things, search)}
          limit={20}
          renderOption={({ option }) => <ThingOption thing={things.find(({ key }) => key === option.value)} />}
          value={draft.text}
          onChange={draft.set}
          onOptionSubmit={(key) => {
            draft.forget()
            onSet(key)
          }}
          onBlur={draft.leave}
          onKeyDown={draft.onKeyDown}
        />
      )}
    </Row>
  )
}

function ThingOption({ thing }: { thing: OfferedThing | undefined }) {
  if (thing === undefined) return null
  return (
    <span className={classes.option}>
      {thing.name}
      {thing.name === thing.key ? null : <code>{thing.key}</code>}
    </span>
  )
}

/** By name or key; of what has been chosen, all are offered again. */
function offer(things: readonly OfferedThing[], search: string) {
  const wanted = foldText(search.trim())
  const isChosen = things.some(({ key }) => key === search)
  return things
    .filter(({ key, name }) => isChosen || foldText(key).includes(wanted) || foldText(name).includes(wanted))
    .map(({ key }) => ({ value: key, label: key }))
}
