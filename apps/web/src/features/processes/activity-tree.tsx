import IconChevronDown from 'icon:chevron-down'
import IconChevronRight from 'icon:chevron-right'
import type { Activity, InstanceDetail } from '@millrace/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getElementIcon } from '../../components/bpmn-diagram/element-icons.tsx'
import { presentType } from '../../components/bpmn-diagram/present-type.ts'
import { Duration } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { StatusIcon } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import classes from './activity-tree.module.css'
import { type ActivityNode, arrangeActivities, keepSelected } from './arrange-activities.ts'
import type { Selection } from './instance-record.tsx'
import { useInstancePath } from './use-instance-path.ts'

interface Props {
  readonly instance: InstanceDetail
  readonly activities: readonly Activity[]
  readonly selection: Selection
}

/** The tree of the scopes of an instance with their element instances. */
export function ActivityTree({ instance, activities, selection }: Props) {
  const { elementId } = selection
  const nodes = useMemo(() => keepSelected(arrangeActivities(activities), elementId), [activities, elementId])
  const { definition, startedAt, endedAt, state } = instance
  return (
    <div className={classes.tree}>
      <div className={classes.row} data-root>
        <span className={classes.name}>{definition.name}</span>
        <span className={classes.time}>
          <Duration from={startedAt} to={endedAt} />
        </span>
        <StatusIcon status={state} />
      </div>
      <Branch nodes={nodes} depth={1} selection={selection} />
    </div>
  )
}

function Branch({ nodes, depth, selection }: { nodes: readonly ActivityNode[]; depth: number; selection: Selection }) {
  return (
    <ul className={classes.list}>
      {nodes.map((node) => (
        <Node key={node.activity.id} node={node} depth={depth} selection={selection} />
      ))}
    </ul>
  )
}

function Node({ node, depth, selection }: { node: ActivityNode; depth: number; selection: Selection }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const { activity, children } = node
  const { elementId, type, state, startedAt, endedAt } = activity
  const name = activity.name ?? presentType(type, t)
  const Icon = getElementIcon(type)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const isSelected = elementId === selection.elementId
  return (
    <li>
      <div className={classes.row} data-selected={isSelected || undefined} style={{ paddingLeft: depth * 20 }}>
        {children.length > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'instance.collapse' : 'instance.expand', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={14} stroke={1.6} aria-hidden />
          </button>
        ) : null}
        <Icon size={14} stroke={1.6} className={classes.icon} aria-hidden />
        <button
          type="button"
          className={classes.select}
          aria-pressed={isSelected}
          onClick={() => selection.select(isSelected ? null : elementId, name)}
        >
          {name}
        </button>
        <Leads activity={activity} />
        <span className={classes.time}>
          <Duration from={startedAt} to={endedAt} />
        </span>
        <StatusIcon status={state} />
      </div>
      {children.length > 0 && isOpen ? <Branch nodes={children} depth={depth + 1} selection={selection} /> : null}
    </li>
  )
}

/** To the instance that the step called, or the task that it waits for. */
function Leads({ activity: { calledInstanceId, taskId, endedAt } }: { activity: Activity }) {
  const { t } = useTranslation()
  const toInstance = useInstancePath()
  if (calledInstanceId !== null)
    return (
      <Link to={toInstance(calledInstanceId)} className={classes.lead} title={t('instance.openCalled')}>
        {t('instance.title')}
      </Link>
    )
  if (taskId !== null && endedAt === null)
    return (
      <Link to={paths.task('assigned', taskId)} className={classes.lead} title={t('instance.openTask')}>
        {t('task.title')}
      </Link>
    )
  return null
}
