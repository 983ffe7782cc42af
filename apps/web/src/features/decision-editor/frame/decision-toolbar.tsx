import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { choiceOf, type HitPolicyChoice, hitPolicies, splitChoice } from '../grid/hit-policies.ts'
import type { DecisionTableView } from '../grid/read-table.ts'
import { type DecisionSession, useDecision } from '../tables/decision-session.ts'
import classes from './decision-editor.module.css'

interface Props {
  readonly session: DecisionSession
  readonly table: DecisionTableView | null
  readonly canEdit: boolean
  readonly problems: number
  /** The number of samples with an expected result, and of failed ones. */
  readonly samples: { readonly failed: number; readonly count: number }
}

/** The toolbar of the editor: the open decision, its hit policy, and a summary of its checks. */
export function DecisionToolbar({ session, table, canEdit, problems, samples }: Props) {
  const { t } = useTranslation()
  const { views, active } = useDecision(session)
  const isAlone = views.filter(({ type }) => type !== 'drd').length === 1
  return (
    <div className={classes.toolbar}>
      <Select
        size="xs"
        label={t('decisionEditor.decision')}
        classNames={{ root: classes.choice ?? '', label: classes.choiceLabel ?? '' }}
        allowDeselect={false}
        w={250}
        value={active?.element.id ?? null}
        data={views.map((view) => ({
          value: view.element.id,
          label:
            view.type === 'drd'
              ? t(isAlone ? 'decisionEditor.diagram' : 'decisionEditor.diagramOfAll')
              : view.element.name || view.element.id,
        }))}
        onChange={(id) => {
          const view = views.find(({ element }) => element.id === id)
          if (view !== undefined) session.open(view)
        }}
      />
      {table === null ? null : (
        <Select
          size="xs"
          label={t('decisionEditor.hitPolicy')}
          classNames={{ root: classes.choice ?? '', label: classes.choiceLabel ?? '' }}
          allowDeselect={false}
          readOnly={!canEdit}
          w={310}
          value={choiceOf(table)}
          data={hitPolicies.map((policy) => ({
            value: policy,
            label: t(`decisionEditor.policies.${policy as HitPolicyChoice}`),
          }))}
          onChange={(choice) => {
            if (choice !== null) session.getTableCommands()?.setHitPolicy(...splitChoice(choice))
          }}
        />
      )}
      <p className={classes.summary}>
        {problems === 0 ? null : (
          <strong>
            <IconAlertTriangleFilled size={15} aria-hidden="true" />
            {t('decisionEditor.problemCount', { count: problems })}
          </strong>
        )}
        {table === null ? null : <span>{t('decisionEditor.ruleCount', { count: table.rows.length })}</span>}
        {samples.failed === 0 ? null : (
          <span>{t('decisionEditor.samplesFail', { failed: samples.failed, count: samples.count })}</span>
        )}
      </p>
    </div>
  )
}
