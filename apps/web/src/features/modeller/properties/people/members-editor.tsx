import { TextInput } from '@mantine/core'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import { ExpressionEditor } from '../editors/expression-editor.tsx'
import type { PanelRow } from '../model/list-rows.ts'
import { planText, readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'

interface RuleTextProps {
  readonly element: ModdleElement
  readonly row: PanelRow
  readonly label: string
  readonly help?: string
}

/** Edits a text of an assignment rule. */
export function RuleText({ element, row, label, help }: RuleTextProps) {
  const { apply, options, canEdit } = usePanel()
  const id = useId()
  const draft = useDraft(readText(element, row), (text) => apply(planText(element, row, text.trim(), options)))
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{label}</label>
      <TextInput
        id={id}
        size="xs"
        readOnly={!canEdit}
        autoComplete="off"
        maxLength={255}
        value={draft.text}
        onChange={({ currentTarget }) => draft.set(currentTarget.value)}
        onBlur={draft.leave}
        onKeyDown={draft.onKeyDown}
      />
      {help === undefined ? null : <p className={sheet.note}>{help}</p>}
    </div>
  )
}

interface RuleRowsProps {
  readonly element: ModdleElement
  readonly find: (name: string) => PanelRow | undefined
}

/** Edits the name of positions in a hierarchy, whose users get the task. */
export function PositionEditor({ element, find }: RuleRowsProps) {
  const { t } = useTranslation()
  const [hierarchy, position] = [find('positionIn'), find('position')]
  if (hierarchy === undefined || position === undefined) return null
  return (
    <>
      <RuleText element={element} row={hierarchy} label={t('modeller.panel.positionIn')} />
      <RuleText element={element} row={position} label={t('modeller.panel.position')} />
      <p className={sheet.note}>{t('modeller.panel.positionHelp')}</p>
    </>
  )
}

/** Edits a value of a user property: users with this value get the task. */
export function PropertyRuleEditor({ element, find }: RuleRowsProps) {
  const { t } = useTranslation()
  const [property, value] = [find('userProperty'), find('userPropertyValue')]
  if (property === undefined || value === undefined) return null
  return (
    <>
      <RuleText element={element} row={property} label={t('modeller.panel.userProperty')} />
      <ExpressionEditor element={element} row={value} drawRows={() => null} />
      <p className={sheet.note}>{t('modeller.panel.propertyHelp')}</p>
    </>
  )
}
