import type { InstanceDetail } from '@millrace/contract'
import { useState } from 'react'
import { Completing } from '../../components/incidents/complete-button.tsx'
import { LazyMoveMode } from '../../components/moving/modes.tsx'
import { Operator } from '../../components/operator/operator.tsx'
import { useCurrentPage } from '../../components/page/page-header.tsx'
import { useSearchState } from '../../lib/use-search-state.ts'
import { IncidentBanner } from './incident-banner.tsx'
import { InstanceActivities } from './instance-activities.tsx'
import { InstanceData } from './instance-data.tsx'
import { InstanceDiagramRegion } from './instance-diagram-region.tsx'
import { InstanceHeader } from './instance-header.tsx'
import { MoveActions } from './move-actions.tsx'
import { SuspendButton } from './suspend-button.tsx'
import { UndoBanner } from './undo-banner.tsx'
import { UserInstance } from './user-instance.tsx'

/** The step that is selected in the diagram, the tree or a table. All of them show data of this step. */
export interface Selection {
  readonly elementId: string | null
  /** The name of the instance for users. */
  readonly name: string
  readonly select: (elementId: string | null, name?: string) => void
}

const nothing = { elementId: null, name: '' }

/** The page of an instance for operators. Users have another page at another address. */
export function InstanceRecord({ instance }: { instance: InstanceDetail }) {
  return (
    <Completing>
      <Instance instance={instance} />
    </Completing>
  )
}

function Instance({ instance }: { instance: InstanceDetail }) {
  const isOperated = useCurrentPage()?.section === 'engine'
  const [{ elementId, name }, setSelected] = useState<{ elementId: string | null; name: string }>(nothing)
  const select: Selection['select'] = (id, called) =>
    setSelected(id === null ? nothing : { elementId: id, name: called ?? id })
  const selection: Selection = { elementId, name, select }
  const [search, change] = useSearchState()
  const { seeVariables, seeIncidents, retry } = instance.permissions
  if (!isOperated) return <UserInstance instance={instance} selection={selection} />
  // Also after its end, so that a plan does not vanish while somebody works on it.
  if (search.mode === 'move' && (retry || instance.endedAt !== null))
    return <LazyMoveMode instance={instance} onExit={() => change({ mode: undefined })} />
  return (
    <>
      <InstanceHeader
        instance={instance}
        actions={
          <>
            <MoveActions instance={instance} />
            <SuspendButton instance={instance} />
          </>
        }
      >
        {seeIncidents && instance.counts.incidents > 0 ? (
          <IncidentBanner instance={instance} selection={selection} />
        ) : null}
        <UndoBanner instance={instance} />
      </InstanceHeader>
      <Operator
        diagram={<InstanceDiagramRegion instanceId={instance.id} selection={selection} />}
        side={<InstanceActivities instance={instance} selection={selection} />}
        data={seeVariables || seeIncidents ? <InstanceData instance={instance} selection={selection} /> : null}
      />
    </>
  )
}
