import { Autocomplete, NativeSelect } from '@mantine/core'
import { isExpression, type ModdleElement, planChange, rulesOf } from '@millrace/bpmn/moddle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import { ExpressionEditor } from '../editors/expression-editor.tsx'
import type { PanelRow } from '../model/list-rows.ts'
import { planText, readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import { type EditorProps, Row } from '../row.tsx'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'
import { PositionEditor, PropertyRuleEditor, RuleText } from './members-editor.tsx'
import { offerAll, PersonOption } from './person-option.tsx'
import { RulePreview } from './rule-preview.tsx'
import { useNames, useSearchedPeople } from './use-people.ts'

/** The kinds of assignment. `candidates`: no assignee, so candidates can claim the task. */
const kinds = [
  'candidates',
  'user',
  'expression',
  'previous',
  'manager',
  'leastLoaded',
  'position',
  'property',
] as const
type WhoKind = (typeof kinds)[number]

/** What rules need. Each belongs to one rule, and goes with it. */
const rulesParts = ['managerIn', 'managerLevels', 'position', 'positionIn', 'userProperty', 'userPropertyValue']

/** Returns whether a row is one of the ways to set the assignee, which are edited together. */
export function isWho({ property: { name } }: PanelRow): boolean {
  return ['assignee', 'assigneeOf', 'assignBy', ...rulesParts].includes(name)
}

/** Edits the assignee of a task: one of the ways to set it, and none of the others. */
export function AssigneeEditor({ element, rows }: { element: ModdleElement; rows: readonly PanelRow[] }) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const id = useId()
  const [chosen, setChosen] = useState<WhoKind>('candidates')
  const assignee = rows.find(({ property }) => property.name === 'assignee')
  const previous = rows.find(({ property }) => property.name === 'assigneeOf')
  const rule = rows.find(({ property }) => property.name === 'assignBy')
  const find = (name: string) => rows.find(({ property }) => property.name === name)
  const [hierarchy, levels] = [find('managerIn'), find('managerLevels')]
  if (assignee === undefined || previous === undefined || rule === undefined) return null
  const text = readText(element, assignee)
  const kind = findKind({ assignee: text, hasPrevious: previous.isSet, rule: readText(element, rule) }) ?? chosen
  const choose = (next: WhoKind) => {
    setChosen(next)
    const isKept = next === 'expression' && kind === 'user'
    const cleared = [
      ...(assignee.isSet && !isKept ? planText(element, assignee, '', options) : []),
      ...(previous.isSet ? planText(element, previous, '', options) : []),
      ...rulesParts.map(find).flatMap((row) => (row?.isSet ? planText(element, row, '', options) : [])),
      ...(rule.isSet || isRule(next) ? planChange(element, rule.property, isRule(next) ? next : null, options) : []),
    ]
    apply(isKept ? [...planText(element, assignee, asExpression(text, options), options), ...cleared] : cleared)
  }
  const props = { element, row: assignee, drawRows: () => null }
  return (
    <div className={classes.parts} data-property="who">
      <div className={classes.row}>
        <label htmlFor={id}>{t('modeller.panel.who')}</label>
        <NativeSelect
          id={id}
          size="xs"
          disabled={!canEdit}
          data={kinds.map((value) => ({ value, label: t(`modeller.panel.whoKinds.${value}`) }))}
          value={kind}
          onChange={({ currentTarget }) => choose(currentTarget.value as WhoKind)}
        />
      </div>
      {kind === 'user' ? <UserEditor {...props} /> : null}
      {kind === 'expression' ? <ExpressionEditor {...props} /> : null}
      {kind === 'previous' ? <PreviousEditor element={element} row={previous} /> : null}
      {kind === 'manager' ? <ManagerEditor element={element} row={previous} /> : null}
      {kind === 'manager' && hierarchy !== undefined && levels !== undefined ? (
        <SuperiorEditor element={element} hierarchy={hierarchy} levels={levels} />
      ) : null}
      {kind === 'position' ? <PositionEditor element={element} find={find} /> : null}
      {kind === 'property' ? <PropertyRuleEditor element={element} find={find} /> : null}
      {isRule(kind) ? <RulePreview key={kind} element={element} rule={kind} /> : null}
      {kind === 'leastLoaded' ? <p className={sheet.note}>{t('modeller.panel.leastLoadedHelp')}</p> : null}
    </div>
  )
}

function isRule(kind: string): kind is (typeof rules)[number] {
  return rules.some((rule) => rule === kind)
}

const rules = ['manager', 'leastLoaded', 'position', 'property'] as const

interface Written {
  readonly assignee: string
  readonly hasPrevious: boolean
  readonly rule: string
}

function findKind({ assignee, hasPrevious, rule }: Written): WhoKind | null {
  if (assignee !== '') return isExpression(assignee) ? 'expression' : 'user'
  if (isRule(rule)) return rule
  return hasPrevious ? 'previous' : null
}

/** A name as an expression that gives it, to go on from. */
function asExpression(name: string, options: Parameters<typeof rulesOf>[0]): string {
  return rulesOf(options).equalsSignMakesFeel
    ? `= "${name.replaceAll('"', '\\"')}"`
    : `\${'${name.replaceAll("'", "\\'")}'}`
}

/** Edits one user, found by a search. */
export function UserEditor({ element, row }: Pick<EditorProps, 'element' | 'row'>) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const [isOpen, setOpen] = useState(false)
  const value = readText(element, row)
  const set = (text: string) => apply(planText(element, row, text, options))
  const draft = useDraft(value, set)
  const found = useSearchedPeople('user', draft.text === value ? '' : draft.text, isOpen)
  const known = useNames('user', value === '' ? [] : [value]).get(value)
  return (
    <Row
      row={row}
      fault={known === null && draft.text === value ? t('modeller.problems.unknown.user', { name: value }) : null}
      below={typeof known === 'string' && known !== value ? <p className={sheet.note}>{known}</p> : null}
    >
      {(control) => (
        <Autocomplete
          {...control}
          readOnly={!canEdit}
          autoComplete="off"
          placeholder={t('modeller.panel.findUser')}
          data={found.map(({ key }) => key)}
          filter={offerAll}
          renderOption={({ option }) => <PersonOption found={found} of={option.value} />}
          value={draft.text}
          onChange={draft.set}
          onOptionSubmit={(key) => {
            draft.forget()
            set(key)
          }}
          onDropdownOpen={() => setOpen(true)}
          onDropdownClose={() => setOpen(false)}
          onBlur={draft.leave}
          onKeyDown={draft.onKeyDown}
        />
      )}
    </Row>
  )
}

/** A user task of the process, whose last assignee is taken. */
function PreviousEditor({ element, row }: Pick<EditorProps, 'element' | 'row'>) {
  const { t } = useTranslation()
  const { apply, options, canEdit, references } = usePanel()
  const value = readText(element, row)
  const tasks = references('assigneeOf').filter((one) => one.element !== element)
  const isKnown = tasks.some((one) => one.element.get('id') === value)
  return (
    <Row row={row} below={<p className={sheet.note}>{t('modeller.panel.previousHelp')}</p>}>
      {(control) => (
        <NativeSelect
          {...control}
          disabled={!canEdit}
          data={[
            { value: '', label: t('modeller.panel.none') },
            ...(value === '' || isKnown ? [] : [{ value, label: value }]),
            ...tasks.map((one) => ({ value: String(one.element.get('id')), label: one.label })),
          ]}
          value={value}
          onChange={({ currentTarget }) =>
            apply(planChange(element, row.property, currentTarget.value || null, options))
          }
        />
      )}
    </Row>
  )
}

/** Whose manager: that of whoever had a user task of the process, or of whoever started it. */
function ManagerEditor({ element, row }: Pick<EditorProps, 'element' | 'row'>) {
  const { t } = useTranslation()
  const { apply, options, canEdit, references } = usePanel()
  const id = useId()
  const value = readText(element, row)
  const tasks = references('assigneeOf').filter((one) => one.element !== element)
  const isKnown = tasks.some((one) => one.element.get('id') === value)
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{t('modeller.panel.managerOf')}</label>
      <NativeSelect
        id={id}
        size="xs"
        disabled={!canEdit}
        data={[
          { value: '', label: t('modeller.panel.managerOfStarter') },
          ...(value === '' || isKnown ? [] : [{ value, label: value }]),
          ...tasks.map((one) => ({
            value: String(one.element.get('id')),
            label: t('modeller.panel.managerOfTask', { name: one.label }),
          })),
        ]}
        value={value}
        onChange={({ currentTarget }) => apply(planChange(element, row.property, currentTarget.value || null, options))}
      />
      <p className={sheet.note}>{t('modeller.panel.managerHelp')}</p>
    </div>
  )
}

interface SuperiorProps {
  readonly element: ModdleElement
  readonly hierarchy: PanelRow
  readonly levels: PanelRow
}

/** In which hierarchy a manager is found, and how many levels up. */
function SuperiorEditor({ element, hierarchy, levels }: SuperiorProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const id = useId()
  return (
    <>
      <RuleText
        element={element}
        row={hierarchy}
        label={t('modeller.panel.managerIn')}
        help={t('modeller.panel.managerInHelp')}
      />
      <div className={classes.row}>
        <label htmlFor={`${id}-levels`}>{t('modeller.panel.managerLevels')}</label>
        <NativeSelect
          id={`${id}-levels`}
          size="xs"
          disabled={!canEdit}
          data={['1', '2', '3', '4', '5', '6', '7', '8', '9']}
          value={readText(element, levels) || '1'}
          onChange={({ currentTarget }) =>
            apply(planText(element, levels, currentTarget.value === '1' ? '' : currentTarget.value, options))
          }
        />
      </div>
    </>
  )
}
