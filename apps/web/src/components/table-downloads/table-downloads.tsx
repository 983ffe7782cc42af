import IconDownload from 'icon:download'
import { Button } from '@mantine/core'
import { writeCsvCell, writeCsvLine } from '@millrace/forms/data-list'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '../../lib/save-blob.ts'

interface Props {
  /** The name of the files, without an ending. */
  readonly file: string
  /** Returns the cells of the CSV file, line by line, the heads first. */
  readonly lines: () => readonly (readonly string[])[]
  /** The content of the JSON file. */
  readonly json: unknown
  /** Whether there is nothing to save yet. */
  readonly isDisabled?: boolean
}

/** Buttons that save figures of a page as a CSV and as a JSON file. */
export function TableDownloads({ file, lines, json, isDisabled = false }: Props) {
  const { t } = useTranslation()
  const look = { size: 'xs', leftSection: <IconDownload size={15} stroke={1.6} />, disabled: isDisabled } as const
  return (
    <>
      <Button
        {...look}
        onClick={() => {
          const text = lines().map((cells) => writeCsvLine(cells.map(writeCsvCell)))
          saveBlob(new Blob(['\uFEFF', ...text], { type: 'text/csv' }), `${file}.csv`)
        }}
      >
        {t('definition.downloadCsv')}
      </Button>
      <Button
        {...look}
        onClick={() =>
          saveBlob(new Blob([JSON.stringify(json, null, 2)], { type: 'application/json' }), `${file}.json`)
        }
      >
        {t('definition.downloadJson')}
      </Button>
    </>
  )
}
