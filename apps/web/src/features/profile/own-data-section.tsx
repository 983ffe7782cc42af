import IconDownload from 'icon:download'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { describeError } from '../../lib/api/describe-error.ts'
import { download } from '../../lib/api/download.ts'

/** The section that saves all data about the user as a file. */
export function OwnDataSection() {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: () => download(api.profile.data.path, {}),
    onError: (error) =>
      showToast({ kind: 'error', title: t('profile.dataFailed'), text: describeError(error).message }),
  })
  return (
    <Section title={t('profile.data')} hint={t('profile.dataHint')}>
      <div>
        <Button
          leftSection={<IconDownload size={15} stroke={1.6} />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('profile.dataAction')}
        </Button>
      </div>
    </Section>
  )
}
