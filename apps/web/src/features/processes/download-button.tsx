import IconDownload from 'icon:download'
import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../components/toast/show-toast.tsx'
import { describeError } from '../../lib/api/describe-error.ts'
import { saveFile } from '../../lib/api/download.ts'

interface Props {
  /** The name of the button. */
  readonly label: string
  /** The title of the message when the file cannot be downloaded. */
  readonly failed: string
  /** Fetches the file. */
  readonly load: () => Promise<unknown>
}

/** A button that downloads the file of a variable. */
export function DownloadButton({ label, failed, load }: Props) {
  const save = useMutation({
    mutationFn: async () => saveFile(await load()),
    onError: (error) => showToast({ kind: 'error', title: failed, text: describeError(error).message }),
  })
  return (
    <ActionIcon size={24} aria-label={label} loading={save.isPending} onClick={() => save.mutate()}>
      <IconDownload size={14} stroke={1.6} />
    </ActionIcon>
  )
}
