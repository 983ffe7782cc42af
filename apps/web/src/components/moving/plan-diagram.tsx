import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../banner/query-failure.tsx'
import type { BpmnDiagramProps } from '../bpmn-diagram/bpmn-diagram.tsx'
import { DiagramPending, LazyDiagram } from '../bpmn-diagram/lazy-diagram.tsx'
import type { ReadModel } from '../bpmn-diagram/read-model.ts'
import classes from './moving.module.css'
import { type PlanStep, toDrawn } from './plan-steps.ts'

interface Props extends Pick<BpmnDiagramProps, 'selected' | 'onSelect' | 'onModel' | 'drag'> {
  readonly query: UseQueryResult<Pick<BpmnDiagramProps, 'xml' | 'processKey' | 'elements' | 'takenFlows'>>
  /** States of the elements; by default the states of the query. */
  readonly elements?: BpmnDiagramProps['elements']
  readonly steps: readonly PlanStep[]
  readonly model: ReadModel | null
}

/** The diagram on which a user plans: tokens can be dragged, and the plan is drawn over it. */
export function PlanDiagram({ query, elements, steps, model, ...props }: Props) {
  const { t } = useTranslation()
  const { data } = query
  return (
    <div className={classes.diagram}>
      <QueryFailure query={query} title={t('diagram.unreachable')} isRegion className={classes.message ?? ''} />
      {data === undefined ? (
        query.isError ? null : (
          <DiagramPending />
        )
      ) : (
        <LazyDiagram
          {...data}
          {...(elements !== undefined && { elements })}
          {...props}
          plan={toDrawn(steps, model?.flows ?? [])}
        />
      )}
    </div>
  )
}
