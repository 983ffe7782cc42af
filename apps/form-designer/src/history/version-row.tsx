import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { presentDateTime } from '../../../web/src/lib/dates.ts'
import type { DesignVersion } from '../designer-port.ts'

interface Props {
  readonly version: DesignVersion
  /** The design in the designer was started with it. */
  readonly isCurrent: boolean
  readonly onCompare: () => void
}

export function VersionRow({ version: one, isCurrent, onCompare }: Props) {
  const { t } = useTranslation()
  return (
    <tr>
      <td className="tn">
        {one.version}
        {isCurrent ? ` ${t('designer.history.current')}` : ''}
        {one.restoredFrom === null ? '' : ` ${t('designer.history.from', { version: one.restoredFrom })}`}
        {one.note === null ? null : <div>{one.note}</div>}
      </td>
      <td className="tn">{presentDateTime(one.savedAt)}</td>
      <td>{one.savedBy?.name ?? t('designer.history.nobody')}</td>
      <td>
        {isCurrent ? null : (
          <Button size="xs" onClick={onCompare}>
            {t('designer.history.compare', { version: one.version })}
          </Button>
        )}
      </td>
    </tr>
  )
}
