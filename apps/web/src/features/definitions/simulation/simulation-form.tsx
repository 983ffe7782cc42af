import { Button, TextInput } from '@mantine/core'
import { api, type DefinitionDetail, type SimulationBasis, simulationLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { FieldGrid } from '../../../components/section/section.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import classes from '../definitions.module.css'
import { BasisSummary } from './basis-summary.tsx'
import { createDraft, findFaults, findWrongSums, type SimulationDraft, toInput } from './draft.ts'
import { RoleFields } from './role-fields.tsx'
import { RouteFields } from './route-fields.tsx'

interface Props {
  readonly definition: DefinitionDetail
  readonly basis: SimulationBasis
  readonly days: number
  readonly onStarted: (id: string) => void
}

/** The form for a change of a process, beside the measured values. */
export function SimulationForm({ definition, basis, days, onStarted }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => createDraft(basis, t('simulation.nameDefault', { name: definition.name })))
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<SimulationDraft>) => setDraft((now) => ({ ...now, ...part }))
  const faults = findFaults(draft)
  const wrongSums = findWrongSums(draft, basis.gateways)
  const isNamed = draft.name.trim() !== ''
  const faultOf = (field: string) => {
    const range = isTried ? faults[field] : undefined
    return range && t('simulation.invalidNumber', { min: range[0], max: range[1] })
  }
  const start = useMutation({
    mutationFn: () => call(api.simulations.start, { params: { id: definition.id }, body: toInput(draft, basis, days) }),
    onSuccess: ({ id }) => {
      showToast({ kind: 'success', title: t('simulation.started'), text: draft.name })
      onStarted(id)
    },
  })
  return (
    <form
      className={classes.simulationForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isNamed && Object.keys(faults).length === 0 && wrongSums.length === 0) start.mutate()
      }}
    >
      <BasisSummary basis={basis} />
      <RoleFields basis={basis} draft={draft} faultOf={faultOf} onChange={change} />
      <RouteFields basis={basis} draft={draft} faultOf={faultOf} onChange={change} />
      {isTried
        ? wrongSums.map(({ gateway, sum }) => (
            <p key={gateway.id} role="alert" className={classes.simulationFault}>
              {t('simulation.sharesOff', { name: gateway.name ?? gateway.id, sum })}
            </p>
          ))
        : null}
      <FieldGrid>
        <TextInput
          label={t('simulation.name')}
          maxLength={simulationLimits.name}
          value={draft.name}
          error={isTried && !isNamed}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('simulation.arrivals')}
          description={t('simulation.arrivalsHelp')}
          inputMode="decimal"
          value={draft.arrivals}
          error={faultOf('arrivals')}
          onChange={(event) => change({ arrivals: event.currentTarget.value })}
        />
        <TextInput
          label={t('simulation.weeks')}
          inputMode="numeric"
          value={draft.weeks}
          error={faultOf('weeks')}
          onChange={(event) => change({ weeks: event.currentTarget.value })}
        />
        <TextInput
          label={t('simulation.runs')}
          description={t('simulation.runsHelp')}
          inputMode="numeric"
          value={draft.runs}
          error={faultOf('runs')}
          onChange={(event) => change({ runs: event.currentTarget.value })}
        />
      </FieldGrid>
      {start.isError ? <ErrorBanner title={t('simulation.startFailed')} error={start.error} /> : null}
      <div>
        <Button type="submit" variant="filled" loading={start.isPending}>
          {t('simulation.start')}
        </Button>
      </div>
    </form>
  )
}
