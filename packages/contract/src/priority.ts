/** The lowest number of each priority level, highest first. The default of models is 50. */
export const priorityLevels = { urgent: 90, high: 60, normal: 40, low: Number.NEGATIVE_INFINITY } as const

export type PriorityLevel = keyof typeof priorityLevels

export function getPriorityLevel(priority: number): PriorityLevel {
  if (priority >= priorityLevels.urgent) return 'urgent'
  if (priority >= priorityLevels.high) return 'high'
  return priority >= priorityLevels.normal ? 'normal' : 'low'
}
