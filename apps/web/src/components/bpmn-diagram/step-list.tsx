import type { ElementStatus } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type Status, StatusBadge } from '../status/status-badge.tsx'
import classes from './bpmn-diagram.module.css'
import { getElementIcon } from './element-icons.tsx'
import { type ElementLook, getLook } from './paint.ts'
import { presentType } from './present-type.ts'
import type { ModelStep } from './read-model.ts'

interface Props {
  readonly steps: readonly ModelStep[]
  readonly elements?: readonly ElementStatus[]
  readonly isSuspended?: boolean
  readonly selected?: string | null
  readonly onSelect?: (elementId: string | null, name?: string) => void
}

const badges = {
  incident: 'incident',
  suspended: 'suspended',
  active: 'active',
  completed: 'completed',
  untouched: null,
} as const satisfies Record<ElementLook, Status | null>

/** The steps of a process with their states: the content of the diagram as text. */
export function StepList({ steps, elements, isSuspended = false, selected = null, onSelect }: Props) {
  const { t } = useTranslation()
  const statuses = new Map(elements?.map((status) => [status.elementId, status]))
  return (
    <table className={classes.list}>
      <caption>{t('diagram.listCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('diagram.step')}</th>
          <th scope="col">{t('diagram.type')}</th>
          {elements ? <th scope="col">{t('diagram.state')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ id, name, type, depth }) => (
          <tr key={id} data-selected={id === selected || undefined}>
            <td style={{ paddingLeft: 24 + depth * 16 }}>
              <span className={classes.step}>
                <TypeIcon type={type} />
                {onSelect ? (
                  <button
                    type="button"
                    className={classes.stepButton}
                    aria-pressed={id === selected}
                    onClick={() => onSelect(id === selected ? null : id, name ?? presentType(type, t))}
                  >
                    {name ?? presentType(type, t)}
                  </button>
                ) : (
                  (name ?? presentType(type, t))
                )}
              </span>
            </td>
            <td>{presentType(type, t)}</td>
            {elements ? (
              <td>
                <StepState look={getLook(statuses.get(id), isSuspended)} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TypeIcon({ type }: { type: string }) {
  const Icon = getElementIcon(type)
  return <Icon size={14} stroke={1.6} className={classes.typeIcon} aria-hidden />
}

function StepState({ look }: { look: ElementLook }) {
  const { t } = useTranslation()
  const badge = badges[look]
  return badge === null ? t('diagram.notReached') : <StatusBadge status={badge} />
}
