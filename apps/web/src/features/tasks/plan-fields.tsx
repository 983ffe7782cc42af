import { Select } from '@mantine/core'
import type { PriorityLevel } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../components/day-input/date-input.tsx'

/** The number that is stored for each priority level. The default of models, 50, is normal. */
export const numbers = { urgent: 95, high: 75, normal: 50, low: 25 } as const satisfies Record<PriorityLevel, number>
const levels = Object.keys(numbers) as PriorityLevel[]

/** By when something is to be done, when to look at it again, and how urgent it is: as the fields show it. */
interface Plan {
  readonly due: string
  readonly followUp: string
  readonly level: PriorityLevel
}

export const noPlan: Plan = { due: '', followUp: '', level: 'normal' }

/** Returns the entries of the date fields, and their props. */
export function usePlan(before: Plan) {
  const [plan, setPlan] = useState(before)
  return { plan, change: (part: Partial<Plan>) => setPlan((now) => ({ ...now, ...part })) }
}

export type PlanField = 'due' | 'followUp' | 'priority'

interface Props extends ReturnType<typeof usePlan> {
  /** The field that has the focus when the dialog opens. */
  readonly first?: PlanField
}

export function PlanFields({ plan, change, first }: Props) {
  const { t } = useTranslation()
  const focus = (field: PlanField) => field === first && { 'data-autofocus': true }
  return (
    <>
      <DateInput
        precision="minute"
        label={t('task.planDue')}
        {...focus('due')}
        value={plan.due}
        onChange={(due) => change({ due })}
      />
      <DateInput
        precision="minute"
        label={t('task.planFollowUp')}
        {...focus('followUp')}
        value={plan.followUp}
        onChange={(followUp) => change({ followUp })}
      />
      <Select
        label={t('task.planPriority')}
        {...focus('priority')}
        data={levels.map((value) => ({ value, label: t(`priority.${value}`) }))}
        value={plan.level}
        allowDeselect={false}
        onChange={(value) => change({ level: levels.find((one) => one === value) ?? plan.level })}
      />
    </>
  )
}
