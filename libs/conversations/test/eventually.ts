/** Real I/O is under way: tries again until the expectation holds. */
export async function eventually(expectation: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await expectation();
    } catch (failure) {
      if (attempt === 100) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
