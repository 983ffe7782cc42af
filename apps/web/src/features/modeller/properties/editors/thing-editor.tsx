import { Autocomplete, Button } from '@mantine/core'
import { isExpression, type ModdleElement } from '@millrace/bpmn/moddle'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import { showToast } from '../../../../components/toast/show-toast.tsx'
import { describeError } from '../../../../lib/api/describe-error.ts'
import { foldText } from '../../../../lib/fold-text.ts'
import { findUnknownName, listThings, type OfferedThing } from '../model/list-things.ts'
import { planFollowing } from '../model/plan-following.ts'
import { planText, readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import { type EditorProps, Row } from '../row.tsx'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'

/** Edits a reference to a form, process, decision or calendar: chosen by its name, or typed, also as an expression. */
export function ThingEditor({ element, row }: EditorProps) {
  const { apply, options, known } = usePanel()
  const value = readText(element, row)
  const set = (text: string) => {
    // The same name again is no reason to change how an existing model takes its form or result.
    if (text === value) return
    apply([...planText(element, row, text, options), ...planFollowing(element, row, text, { known, options })])
  }
  return (
    <>
      <ThingInput row={row} value={value} onSet={set} name={row.property.name} />
      {row.property.name === 'formRef' && value === '' ? <NewForm element={element} onMade={set} /> : null}
    </>
  )
}

/** Creates a form for the element, names it there, and opens its designer. */
function NewForm({ element, onMade }: { element: ModdleElement; onMade: (key: string) => void }) {
  const { t } = useTranslation()
  const { canEdit, known, openThing } = usePanel()
  const [isCreating, setCreating] = useState(false)
  const { createForm } = known
  if (!canEdit || createForm === null) return null
  const create = async () => {
    setCreating(true)
    try {
      const { key, href } = await createForm(String(element.get('name') ?? '').trim())
      onMade(key)
      openThing?.(href)
    } catch (error) {
      showToast({ kind: 'error', title: t('forms.createFailed'), text: describeError(error).message })
    } finally {
      setCreating(false)
    }
  }
  return (
    <div className={classes.row}>
      <span />
      <Button size="compact-xs" variant="subtle" loading={isCreating} onClick={() => void create()}>
        {t('modeller.panel.newForm')}
      </Button>
    </div>
  )
}

interface Props extends Pick<EditorProps, 'row'> {
  readonly value: string
  readonly onSet: (text: string) => void
  /** The name of the property, which says what is offered. */
  readonly name: string
}

function ThingInput({ row, value, onSet, name }: Props) {
  const { t } = useTranslation()
  const { canEdit, known, openThing } = usePanel()
  const draft = useDraft(value, onSet)
  const things = listThings(name, known)
  const found = things.find(({ key }) => key === draft.text)
  const follow = (event: MouseEvent, href: string | undefined) => {
    // In another tab, the form opens beside the drawing, which need not be saved.
    if (openThing === undefined || href === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openThing(href)
  }
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
                <a href={found.href} onClick={(event) => follow(event, found.href)}>
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
