import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import view from '../frame/view.module.css'
import { useSample } from '../work/use-sample.ts'

/** The input for sample data. @param isWrong whether the text is not a JSON object. */
export function SampleInput({ isWrong }: { isWrong: boolean }) {
  const { t } = useTranslation()
  const [text, setText] = useSample()
  return (
    <Textarea
      size="xs"
      label={t('designer.preview.data')}
      description={t('designer.preview.dataHint')}
      error={isWrong ? t('designer.preview.badData') : undefined}
      autosize
      minRows={3}
      maxRows={14}
      spellCheck={false}
      classNames={{ input: view.mono ?? '' }}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
