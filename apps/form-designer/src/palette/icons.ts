import IconSlider from 'icon:adjustments-horizontal'
import IconAlignLeft from 'icon:align-left'
import IconAsterisk from 'icon:asterisk'
import IconBorderAll from 'icon:border-all'
import IconBox from 'icon:box'
import IconCalculator from 'icon:calculator'
import IconCalendar from 'icon:calendar'
import IconCalendarDue from 'icon:calendar-due'
import IconCalendarTime from 'icon:calendar-time'
import IconChecklist from 'icon:checklist'
import IconChevronsDown from 'icon:chevrons-down'
import IconCircleDot from 'icon:circle-dot'
import IconClock from 'icon:clock'
import IconCode from 'icon:code'
import IconColumns from 'icon:columns'
import IconCurrencyEuro from 'icon:currency-euro'
import IconEyeOff from 'icon:eye-off'
import IconFile from 'icon:file'
import IconFiles from 'icon:files'
import IconFolder from 'icon:folder'
import IconFolders from 'icon:folders'
import IconForms from 'icon:forms'
import IconFrame from 'icon:frame'
import IconHandClick from 'icon:hand-click'
import IconHeading from 'icon:heading'
import IconInputSearch from 'icon:input-search'
import IconLayoutColumns from 'icon:layout-columns'
import IconLayoutList from 'icon:layout-list'
import IconLayoutNavbar from 'icon:layout-navbar'
import IconLayoutRows from 'icon:layout-rows'
import IconLetterCase from 'icon:letter-case'
import IconLink from 'icon:link'
import IconListCheck from 'icon:list-check'
import IconListNumbers from 'icon:list-numbers'
import IconLock from 'icon:lock'
import IconMail from 'icon:mail'
import IconMask from 'icon:mask'
import IconNumber from 'icon:number-123'
import IconPaperclip from 'icon:paperclip'
import IconPhone from 'icon:phone'
import IconPhoto from 'icon:photo'
import IconPhotoUp from 'icon:photo-up'
import IconRepeat from 'icon:repeat'
import IconSelect from 'icon:select'
import IconSeparator from 'icon:separator'
import IconSpacingVertical from 'icon:spacing-vertical'
import IconSquareCheck from 'icon:square-check'
import IconStar from 'icon:star'
import IconTable from 'icon:table'
import IconTableOptions from 'icon:table-options'
import IconTableRow from 'icon:table-row'
import IconTags from 'icon:tags'
import IconTextCaption from 'icon:text-caption'
import IconTypography from 'icon:typography'
import IconUser from 'icon:user'
import IconUsers from 'icon:users'
import IconVariable from 'icon:variable'
import IconWriting from 'icon:writing'
import type { NodeType } from '@millrace/forms'
import type { DrawnIcon } from '../../../web/src/components/icon/drawn.tsx'

/** The icon of each type; a test requires one for each. */
export const typeIcons: Readonly<Record<string, DrawnIcon>> = {
  text: IconLetterCase,
  textarea: IconAlignLeft,
  'rich-text': IconTypography,
  password: IconLock,
  masked: IconMask,
  email: IconMail,
  url: IconLink,
  phone: IconPhone,
  number: IconNumber,
  currency: IconCurrencyEuro,
  slider: IconSlider,
  ranking: IconListNumbers,
  rating: IconStar,
  date: IconCalendar,
  time: IconClock,
  'date-time': IconCalendarTime,
  'date-range': IconCalendarDue,
  checkbox: IconSquareCheck,
  select: IconSelect,
  radio: IconCircleDot,
  'multi-select': IconListCheck,
  'check-list': IconChecklist,
  tags: IconTags,
  user: IconUser,
  group: IconUsers,
  role: IconUsers,
  'data-list': IconInputSearch,
  'rest-look-up': IconInputSearch,
  'sql-look-up': IconInputSearch,
  'file-look-up': IconInputSearch,
  lookup: IconInputSearch,
  file: IconPaperclip,
  image: IconPhotoUp,
  signature: IconWriting,
  variables: IconVariable,
  hidden: IconEyeOff,
  computed: IconCalculator,
  section: IconLayoutRows,
  panel: IconBox,
  fieldset: IconFrame,
  collapsible: IconChevronsDown,
  accordion: IconLayoutList,
  columns: IconColumns,
  column: IconLayoutColumns,
  table: IconTable,
  'table-row': IconTableRow,
  tabs: IconFolders,
  tab: IconFolder,
  pages: IconFiles,
  page: IconFile,
  repeater: IconRepeat,
  grid: IconTableOptions,
  'static-text': IconTextCaption,
  heading: IconHeading,
  html: IconCode,
  'static-image': IconPhoto,
  separator: IconSeparator,
  spacer: IconSpacingVertical,
  button: IconHandClick,
}

const kindIcons = { field: IconForms, container: IconBorderAll, list: IconLayoutNavbar, content: IconAsterisk }

/** Returns the icon of a type; the icon of its kind when the type has no icon of its own. */
export function iconOf(type: NodeType, kind: keyof typeof kindIcons): DrawnIcon {
  return typeIcons[type] ?? kindIcons[kind]
}
