import type { InstanceDetail } from '@millrace/contract'
import { useState } from 'react'
import { Operator } from '../../components/operator/operator.tsx'
import { IncidentBanner } from './incident-banner.tsx'
import { InstanceActivities } from './instance-activities.tsx'
import { InstanceData } from './instance-data.tsx'
import { InstanceDiagramRegion } from './instance-diagram-region.tsx'
import { InstanceHeader } from './instance-header.tsx'

/** What is selected in the diagram, the tree or a table is selected in all of them. */
export interface Selection {
  readonly elementId: string | null
  readonly select: (elementId: string | null) => void
}

export function InstanceRecord({ instance }: { instance: InstanceDetail }) {
  const [elementId, select] = useState<string | null>(null)
  const selection: Selection = { elementId, select }
  const { seeVariables, seeIncidents } = instance.permissions
  return (
    <>
      <InstanceHeader instance={instance}>
        {seeIncidents && instance.counts.incidents > 0 ? (
          <IncidentBanner instance={instance} selection={selection} />
        ) : null}
      </InstanceHeader>
      <Operator
        diagram={<InstanceDiagramRegion instanceId={instance.id} selection={selection} />}
        side={<InstanceActivities instance={instance} selection={selection} />}
        data={seeVariables || seeIncidents ? <InstanceData instance={instance} selection={selection} /> : null}
      />
    </>
  )
}
