import { Table, TextInput } from '@mantine/core'
import type { SimulationBasis } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../../components/table/plain-table.tsx'
import classes from '../definitions.module.css'
import type { SimulationDraft } from './draft.ts'

interface Props {
  readonly basis: SimulationBasis
  readonly draft: SimulationDraft
  readonly faultOf: (field: string) => string | undefined
  readonly onChange: (part: Partial<SimulationDraft>) => void
}

/** The share of each flow of gateways, now and after the change. */
export function RouteFields({ basis: { gateways }, draft, faultOf, onChange }: Props) {
  const { t } = useTranslation()
  if (gateways.length === 0) return null
  return (
    <div>
      <h2>{t('simulation.routes')}</h2>
      <p className={classes.simulationText}>{t('simulation.routesHelp')}</p>
      <ScrollRegion className={classes.simulationFields} label={t('simulation.routes')}>
        <PlainTable className={classes.table} aria-label={t('simulation.routes')}>
          <Table.Thead>
            <Table.Tr>
              {(['gateway', 'flow', 'shareNow', 'shareAfter'] as const).map((head) => (
                <Table.Th key={head} scope="col">
                  {t(`simulation.${head}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {gateways.flatMap((gateway) =>
              gateway.flows.map(({ id, name, target, share }) => {
                const [of, flow] = [gateway.name ?? gateway.id, name === null ? target : `${name} → ${target}`]
                const rounded = String(Math.round(share * 10) / 10)
                return (
                  <Table.Tr key={id}>
                    <Table.Td>{of}</Table.Td>
                    <Table.Td>{flow}</Table.Td>
                    <Table.Td className="tn">{`${rounded} %`}</Table.Td>
                    <Table.Td>
                      <TextInput
                        size="xs"
                        aria-label={`${of}, ${flow}: ${t('simulation.shareAfter')}`}
                        inputMode="decimal"
                        value={draft.shares[id] ?? rounded}
                        error={faultOf(id)}
                        onChange={(event) => onChange({ shares: { ...draft.shares, [id]: event.currentTarget.value } })}
                      />
                    </Table.Td>
                  </Table.Tr>
                )
              }),
            )}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </div>
  )
}
