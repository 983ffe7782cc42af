import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconX from 'icon:x'
import { ActionIcon } from '@mantine/core'
import type { ModelProblem } from '@millrace/bpmn'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../components/hint/hint.tsx'
import { describeModelFault } from '../../../lib/api/describe-fault.ts'
import { nameElements } from '../editor/name-elements.ts'
import { useSession } from '../editor/use-session.ts'
import { describeElement } from '../properties/describe-element.ts'
import classes from './problems.module.css'

interface Props {
  readonly found: readonly ModelProblem[]
  readonly onClose: () => void
}

/** The list of all problems, the worst first. A click selects the element of a problem. */
export function ProblemList({ found, onClose }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const registry = session.modeler.get('elementRegistry')
  const sorted = found.toSorted((one, other) => one.severity.localeCompare(other.severity))
  const errors = found.filter(({ severity }) => severity === 'error').length
  const nameOf = (id: string | null) => {
    const element = id === null ? undefined : registry.get(id)
    return element === undefined ? (id ?? t('modeller.problems.wholeFile')) : describeElement(element.businessObject, t)
  }
  return (
    <section className={classes.list} aria-label={t('modeller.problems.label')}>
      <div className={classes.head}>
        <h2>{found.length === 0 ? t('modeller.problems.none') : t('modeller.problems.label')}</h2>
        {errors === 0 ? null : <span>{t('modeller.problems.errors', { count: errors })}</span>}
        <Hint label={t('modeller.problems.close')}>
          <ActionIcon aria-label={t('modeller.problems.close')} onClick={onClose}>
            <IconX size={15} stroke={1.6} />
          </ActionIcon>
        </Hint>
      </div>
      <ul>
        {sorted.map((problem) => {
          const Icon = problem.severity === 'error' ? IconAlertTriangleFilled : IconAlertCircleFilled
          return (
            <li key={`${problem.code} ${problem.elementId} ${problem.message}`} data-severity={problem.severity}>
              <button type="button" onClick={() => problem.elementId !== null && session.select(problem.elementId)}>
                <Icon size={15} aria-label={t(`modeller.problems.${problem.severity}`)} />
                <strong>{nameOf(problem.elementId)}</strong>
                <span>{nameElements(session, describeModelFault(problem.message))}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
