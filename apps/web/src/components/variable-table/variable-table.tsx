import '@fontsource-variable/jetbrains-mono/wght.css'
import IconEye from 'icon:eye'
import { ActionIcon, Modal, Table, VisuallyHidden } from '@mantine/core'
import type { api, InstanceVariable } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime, presentDay } from '../../lib/dates.ts'
import { presentSize } from '../../lib/present-size.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import classes from './variable-table.module.css'

type WholeQuery = ReturnType<typeof callQuery<typeof api.processes.variable>>

interface Props {
  readonly label: string
  readonly variables: readonly InstanceVariable[]
  /** Asks for the whole text of a value that came cut. */
  readonly wholeQuery: (variable: InstanceVariable) => WholeQuery
  /** Actions of a variable, at the end of its row. */
  readonly rowActions?: ((variable: InstanceVariable) => ReactNode) | undefined
}

/** A table of variables with type, value and scope. Long values open in a dialog. */
export function VariableTable({ label, variables, wholeQuery, rowActions }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<InstanceVariable | null>(null)
  return (
    <>
      <Table className={classes.table} aria-label={label} stickyHeader withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('instance.variableName')}</Table.Th>
            <Table.Th scope="col">{t('instance.variableType')}</Table.Th>
            <Table.Th scope="col">{t('instance.variableValue')}</Table.Th>
            <Table.Th scope="col">{t('instance.variableScope')}</Table.Th>
            {rowActions === undefined ? null : (
              <Table.Th scope="col">
                <VisuallyHidden>{t('list.actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variables.map((variable) => (
            <Table.Tr key={variable.id}>
              <Table.Th scope="row" className={classes.name} title={variable.name}>
                {variable.name}
              </Table.Th>
              <Table.Td>{variable.type}</Table.Td>
              <Table.Td className={classes.value}>
                <Value variable={variable} onShow={() => setShown(variable)} />
              </Table.Td>
              <Table.Td>
                {variable.scope.elementId === null ? t('instance.processScope') : variable.scope.name}
              </Table.Td>
              {rowActions === undefined ? null : <Table.Td>{rowActions(variable)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown ? t('instance.valueTitle', { name: shown.name }) : ''}
        size={720}
      >
        {shown ? <WholeValue variable={shown} query={wholeQuery(shown)} /> : null}
      </Modal>
    </>
  )
}

/** Characters that fit into the column in most windows. */
const fits = 60

function Value({ variable, onShow }: { variable: InstanceVariable; onShow: () => void }) {
  const { t } = useTranslation()
  const { name, type, text, isCut, day, file } = variable
  if (file !== null)
    return (
      <span className={classes.text} title={file.type ?? undefined}>
        {file.name} <span className={classes.nothing}>{presentSize(file.size)}</span>
      </span>
    )
  if (text === null) {
    const isOpaque = type === 'File' || type === 'Bytes'
    return <span className={classes.nothing}>{isOpaque ? t('instance.noText') : t('instance.nullValue')}</span>
  }
  return (
    <div className={classes.line}>
      <span className={`mono ${classes.text}`} {...(type === 'Date' ? { title: text } : {})}>
        {day === null ? (type === 'Date' ? presentDateTime(text) : text) : presentDay(day)}
      </span>
      {isCut || text.length > fits || text.includes('\n') ? (
        <ActionIcon size={24} aria-label={t('instance.showValue', { name })} onClick={onShow}>
          <IconEye size={14} stroke={1.6} />
        </ActionIcon>
      ) : null}
    </div>
  )
}

function WholeValue({ variable, query }: { variable: InstanceVariable; query: WholeQuery }) {
  const { t } = useTranslation()
  const whole = useQuery({ ...query, enabled: variable.isCut, gcTime: 0 })
  if (whole.isError)
    return <ErrorBanner title={t('instance.valueFailed')} error={whole.error} onRetry={() => void whole.refetch()} />
  const text = variable.isCut ? whole.data?.text : variable.text
  if (text === undefined) return <SkeletonRows count={3} height={20} />
  return (
    <pre
      className={`mono ${classes.whole}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      {presentText(text ?? '', variable.type)}
    </pre>
  )
}

/** JSON is laid out to be read; what is no JSON stays as it is. */
function presentText(text: string, type: string): string {
  if (type !== 'Json' && type !== 'Object') return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
