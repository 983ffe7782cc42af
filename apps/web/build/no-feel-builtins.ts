/** In place of a list of another product's functions, some of which do not run here: nothing is proposed. */
export const camundaBuiltins: readonly unknown[] = []
export const camundaExtensions: readonly unknown[] = []
export const camundaReservedNameBuiltins: readonly unknown[] = []
export const feelBuiltins: readonly unknown[] = []
