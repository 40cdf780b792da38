// A mutation that one form sends: while a request runs, another press does nothing. The rendered `isPending` cannot tell
// so, because a double click comes before the next frame.
import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

export function useSingleMutation<Data, Variables>(
  options: Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
    readonly mutationFn: (variables: Variables) => Promise<Data>;
  },
) {
  const sending = useRef(false);
  const mutation = useMutation({
    ...options,
    mutationFn: async (variables: Variables) => {
      try {
        return await options.mutationFn(variables);
      } finally {
        sending.current = false;
      }
    },
  });
  const mutate: typeof mutation.mutate = (...parameters) => {
    if (sending.current) return;
    sending.current = true;
    mutation.mutate(...parameters);
  };
  return { ...mutation, mutate };
}
